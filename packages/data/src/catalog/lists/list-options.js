/** @import { Filter } from '@plinth/plugin' */
/** @import { PlannedList } from './planned-lists.js' */

/**
 * How the rows of a planned list are read; `pointing`: only those that point to a row.
 *
 * @param {Pick<PlannedList, 'query' | 'columns'>} list @param {{ field: string, id: string | number | null } | null} [pointing]
 */
export function optionsOf({ query: { spec, params }, columns }, pointing = null) {
  const only = pointing && { field: pointing.field, op: /** @type {const} */ ('eq'), value: { param: '_row' } };
  const where = /** @type {Filter[]} */ ([spec.where, only].filter(Boolean));
  return {
    table: String(spec.table),
    labels: true,
    sort: [...(spec.sort ?? [])],
    fields: columns.map(({ field }) => field),
    heads: columns.map(({ label }) => label),
    pictures: columns.map(({ pictures }) => pictures),
    ...(where.length > 0 && { where: { all: where } }),
    params: { ...params, _row: pointing?.id ?? null },
  };
}
