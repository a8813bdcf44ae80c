/** @import { Actor, Values } from '@plinth/plugin' */
/** @import { Run } from './perform.js' */
import { inputInvalid } from '@plinth/plugin';
import { withRole } from '../../people/accounts/with-role.js';
import { asUuid } from '../../postgres/sql/index.js';
import { createHourlyLimit } from './hourly-limit.js';

const MOST_PEOPLE = 500;

/**
 * `plinth.notify({ to, role, text, table, row, mail })`: notifies people. Nobody is told of a row that
 * they may not read.
 *
 * @param {Pick<import('./create-functions.js').Context, 'catalog' | 'db' | 'notify' | 'select'>} context
 */
export function createNotifyOperation({ catalog, db, notify, select }) {
  const takeOne = createHourlyLimit(db, 'notify');

  /** @param {Run} run @param {Actor} actor @param {Values} message */
  return async (run, actor, { to, role, text, table, row, mail = false } = {}) => {
    if (typeof text !== 'string' || text.trim() === '') throw inputInvalid({ text: 'must be text' });
    const named = [to ?? []].flat();
    if (named.length > MOST_PEOPLE || !named.every(isId) || (named.length === 0 && role === undefined))
      throw inputInvalid({ to: 'Choose a person' });
    const about = row === undefined || row === null ? null : { table: catalog().table(String(table)).name, id: row };
    await takeOne(run);
    const people = new Set([...named, ...(role === undefined ? [] : await withRole(db, catalog(), String(role)))]);
    let told = 0;
    for (const user of people) {
      const message = { user, kind: 'app', row: about, text, mail: mail === true };
      if (await notify(actor, message, { query: db.query, select })) told++;
    }
    return { told };
  };
}

/** @param {unknown} value */
const isId = (value) => typeof value === 'string' && asUuid(value) !== null;
