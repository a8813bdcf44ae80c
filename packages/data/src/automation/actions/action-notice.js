/** @import { ActionNotice, Actor, Catalog } from '@plinth/plugin' */
/** @import { Evaluated } from '../../rules/expressions/fill-texts.js' */
/** @import { About, Notify } from '../types.d.ts' */
/** @import { Select } from '../../gate/rows/read-within.js' */
import { withRole } from '../../people/accounts/with-role.js';

/**
 * Notifications that an action sends: to a person whom an expression names, or to everybody with a role. People hear
 * only of rows that they may read.
 *
 * @param {{ catalog: () => Catalog, select: Select, values: (sources: readonly string[]) => Promise<Evaluated[]>, actor: Actor,
 *   about: About, notify: Notify, on: { query: import('../../postgres/database/database.js').Database['query'] } }} parts
 * @returns {ActionNotice}
 */
export function createActionNotice({ catalog, select, values, actor, about, notify, on }) {
  /** @param {Parameters<ActionNotice>[0]['to']} to @returns {Promise<string[]>} */
  async function people(to) {
    if ('role' in to) return withRole(on, catalog(), to.role);
    const source = 'field' in to ? `row.${to.field}` : to.expression;
    const [{ value }] = await values([source]);
    return [value].flat().filter((one) => typeof one === 'string' && UUID.test(one));
  }

  return async ({ to, text, withRow = true, mail = false }) => {
    const { table, id, isGone } = about;
    const row = withRow && table && id !== null && !isGone ? { table: table.name, id } : null;
    let told = 0;
    for (const user of new Set(await people(to)))
      if (await notify(actor, { user, kind: 'app', row, text, mail }, { query: on.query, select })) told++;
    return { told };
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
