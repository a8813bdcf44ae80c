/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { Statement } from '../../../postgres/sql/statement.js' */
import { phrase } from '@plinth/plugin';
import { forbidden } from '../../../postgres/errors/row-errors.js';
import { inOneTransaction, unnamed } from '../../../postgres/database/index.js';
import { chainSetting } from '../../../postgres/database/set-cause.js';
import { sql, toStatement } from '../../../postgres/sql/index.js';
import { READER, WRITER } from './roles.js';

const BEGIN_READ = Object.freeze({ text: 'begin read only' });
const OURSELVES = Object.freeze({ text: 'set local role none' });
const COMMIT = Object.freeze({ text: 'commit' });
/** PostgreSQL's code for what a policy or a missing privilege forbids. */
const DENIED = '42501';

/**
 * Runs statements in a transaction of their own, as a role that owns nothing and with the reader's id and roles as
 * local settings. All are sent on one connection without a gap, so that no other statement comes between, and the role
 * and the settings end with the transaction.
 *
 * @param {Database} db @param {Actor} actor @param {Statement[]} statements
 * @returns {ReturnType<Database['pipeline']>}
 */
export async function sendAsReader(db, actor, statements) {
  const answers = await db.pipeline([BEGIN_READ, become(READER, actor), ...statements.map(unnamed), COMMIT]);
  const broken = answers.slice(0, 2).find(({ error }) => error);
  if (broken) throw broken.error;
  return answers.slice(2, -1);
}

/**
 * Runs a statement that writes rows for one user, as a role that owns nothing: policies check each row that it inserts,
 * updates or deletes. Rows to be changed are locked first, by our own role: the other role can't lock rows that it may
 * see but not change, and they would be reported as missing.
 *
 * @param {Pick<Database, 'pipeline'> | Transaction} on @param {Actor} actor @param {{ hold: Statement | null, write: Statement }} statements
 * @returns {Promise<unknown[]>} the answer's rows
 * @throws {AppError} FORBIDDEN for what policies refuse, and whatever the database says
 */
export async function writeAsWriter(on, actor, { hold, write }) {
  const asWriter = [...(hold ? [unnamed(hold)] : []), become(WRITER, actor), unnamed(write)];
  try {
    return 'pipeline' in on ? await inOneTransaction(on, asWriter) : await within(on, asWriter);
  } catch (/** @type {any} */ error) {
    throw error?.code === DENIED ? refused(error) : error;
  }
}

/**
 * The same within a transaction, which continues with our own role. After an error nothing needs to be reset: the
 * transaction or savepoint is rolled back, and the role with it.
 *
 * @param {Transaction} tx @param {Statement[]} statements
 */
async function within(tx, statements) {
  const answers = [];
  for (const statement of [...statements, OURSELVES]) answers.push(await tx.query(statement));
  return answers[answers.length - 2].rows;
}

/**
 * Makes deferred checks run now, and later ones immediately: sent before the first of several independent rows.
 *
 * @param {Pick<Transaction, 'query'>} tx @throws {AppError} FORBIDDEN for rows that they refuse
 */
export async function endAsWriter(tx) {
  try {
    await tx.query('set constraints all immediate');
  } catch (/** @type {any} */ error) {
    throw error?.code === DENIED ? refused(error) : error;
  }
}

/**
 * Sets the role and the user that it acts for, until the transaction ends. @param {string} role @param {Actor} actor
 * @returns {Statement}
 */
function become(role, actor) {
  return toStatement(sql`select set_config('plinth.user', ${actor.userId ?? ''}, true),
    set_config('plinth.roles', ${actor.roles.join(' ')}, true), set_config('role', ${role}, true)${chainSetting(actor)}`);
}

/** The gate allowed it but a policy did not: rights changed while the statement ran. @param {unknown} cause */
function refused(cause) {
  return Object.assign(forbidden(phrase`write these rows`), { cause });
}
