/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database.js' */
/** @import { Transaction } from '../../postgres/transaction.js' */
/** @import { Statement } from '../../sql/statement.js' */
import { phrase } from '@plinth/plugin';
import { forbidden } from '../../errors/row-errors.js';
import { inOneTransaction, unnamed } from '../../postgres/index.js';
import { sql, toStatement } from '../../sql/index.js';
import { READER, WRITER } from './roles.js';

const BEGIN_READ = Object.freeze({ text: 'begin read only' });
const OURSELVES = Object.freeze({ text: 'set local role none' });
const COMMIT = Object.freeze({ text: 'commit' });
/** PostgreSQL's code for what a policy or a missing grant forbids. */
const DENIED = '42501';

/**
 * Statements in a transaction of their own on one connection, as a role that owns nothing and with the reader's name and
 * roles as settings of just this transaction: all go down the connection one after the other, so that nobody else's
 * statement comes between, and with the end of the transaction role and settings are gone.
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
 * A statement of ours that writes rows of one person, as a role that owns nothing: policies judge each row that it makes,
 * changes or deletes. Rows that are to be changed are held first, by ourselves: as that role one could hold none that one
 * may see and not change, and the answer would say that they do not exist.
 *
 * @param {Pick<Database, 'pipeline'> | Transaction} on @param {Actor} actor @param {{ hold: Statement | null, write: Statement }} statements
 * @returns {Promise<any[]>} the answer's rows
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
 * Among other statements of a transaction, which go on as ourselves. After an error nothing has to be taken back:
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
 * Asks now what is left to the end of a transaction, and what comes after it at once: for rows that stand each by itself it
 * is sent before the first.
 *
 * @param {Pick<Transaction, 'query'>} tx @throws {AppError} FORBIDDEN for what they refuse
 */
export async function endAsWriter(tx) {
  try {
    await tx.query('set constraints all immediate');
  } catch (/** @type {any} */ error) {
    throw error?.code === DENIED ? refused(error) : error;
  }
}

/** The role, and who it is for, until the transaction ends. @param {string} role @param {Actor} actor @returns {Statement} */
function become(role, actor) {
  return toStatement(sql`select set_config('plinth.user', ${actor.userId ?? ''}, true),
    set_config('plinth.roles', ${actor.roles.join(' ')}, true), set_config('role', ${role}, true)`);
}

/** The gate allowed it but a policy did not: rights changed while the statement ran. @param {unknown} cause */
function refused(cause) {
  return Object.assign(forbidden(phrase`write these rows`), { cause });
}
