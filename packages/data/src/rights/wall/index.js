/** @import { Actor, Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database.js' */
/** @import { Statement } from '../../sql/statement.js' */
/** @import { WallRule } from './wall-sql.js' */
import { sql, toStatement } from '../../sql/index.js';
import { isUnlimited } from '../grants.js';
import { READER } from './reader-role.js';
import { wallRule } from './wall-sql.js';

export { planNoWall, planWall } from './plan-wall.js';
export { ensureReader } from './reader-role.js';
export { SCHEMA } from './wall-sql.js';

const BEGIN = Object.freeze({ text: 'begin read only' });
const BECOME = Object.freeze({ text: `set local role ${READER}` });
const COMMIT = Object.freeze({ text: 'commit' });

/** An actor whose statements are sent behind the wall. @typedef {Actor & { walled?: true }} WalledActor */

/** Admins, and code that says so, need no wall. @param {Actor} actor @returns {WalledActor} */
export const behindWall = (actor) => (isUnlimited(actor) ? actor : { ...actor, walled: true });

/**
 * Statements in a transaction of their own on one connection, as a role that owns nothing and with the reader's name and
 * roles as settings of just this transaction: all go down the connection one after the other, so that nobody else's
 * statement comes between, and with the end of the transaction role and settings are gone. They are not prepared: one
 * that has to be prepared anew would be sent once more after the end.
 *
 * @param {Database} db @param {Actor} actor @param {Statement[]} statements
 * @returns {ReturnType<Database['pipeline']>}
 */
export async function sendBehindWall(db, actor, statements) {
  const who = sql`select set_config('plinth.user', ${actor.userId ?? ''}, true), set_config('plinth.roles', ${actor.roles.join(' ')}, true)`;
  const plain = statements.map(({ name: _, ...statement }) => statement);
  const answers = await db.pipeline([BEGIN, BECOME, toStatement(who), ...plain, COMMIT]);
  const broken = answers.slice(0, 3).find(({ error }) => error);
  if (broken) throw broken.error;
  return answers.slice(3, -1);
}

/** Rules that look at other tables, by Catalog. @type {WeakMap<Catalog, Map<string, WallRule | null>>} */
const known = new WeakMap();

/** @param {{ catalog: Catalog, registry: Registry }} names @param {Table} table @param {string} source */
export function ruleBehindWall(names, table, source) {
  let rules = known.get(names.catalog);
  if (!rules) known.set(names.catalog, (rules = new Map()));
  const key = `${table.name}\n${source}`;
  if (!rules.has(key)) rules.set(key, wallRule(names, table, source));
  return rules.get(key) ?? null;
}
