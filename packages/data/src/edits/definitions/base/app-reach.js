/** @import { Catalog } from '@plinth/plugin' */
import { inputInvalid, phrase } from '@plinth/plugin';

/**
 * Tables that system code of an app may read and change besides its own, in stored form.
 *
 * @param {unknown} given names of tables or what is stored; 'all' or null: no limit @param {Pick<Catalog, 'tables'>} catalog
 * @returns {string[] | null} ids, which renames don't change; Plinth's own tables by name
 */
export function reachIds(given, { tables }) {
  if (given === 'all' || given === null) return null;
  if (!Array.isArray(given)) throw inputInvalid({ reach: 'must be "all" or a list of tables' });
  const ids = given.map((one) => {
    const table = tables.find(({ id, name }) => id === one || name === one);
    if (!table) throw inputInvalid({ reach: phrase`There is no table "${String(one).slice(0, 63)}"` });
    return table.system ? table.name : table.id;
  });
  return [...new Set(ids)];
}
