/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database.js' */
/** @import { Transaction } from '../../postgres/transaction.js' */
/** @import { Statement } from '../../sql/statement.js' */
import { phrase } from '@plinth/plugin';
import { forbidden } from '../../errors/row-errors.js';
import { sql, toStatement } from '../../sql/index.js';
import { READER, WRITER } from './wall-roles.js';

const BEGIN = Object.freeze({ text: 'begin' });
const BEGIN_READ = Object.freeze({ text: 'begin read only' });
const OURSELVES = Object.freeze({ text: 'set local role none' });
const COMMIT = Object.freeze({ text: 'commit' });
/** PostgreSQL's code for what a policy or a missing grant forbids. */
const DENIED = '42501';

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
export async function writeBehindWall(on, actor, { hold, write }) {
  const asWriter = [...(hold ? [unnamed(hold)] : []), become(WRITER, actor), unnamed(write)];
  try {
    return 'pipeline' in on ? await apart(on, asWriter) : await within(on, asWriter);
  } catch (/** @type {any} */ error) {
    throw error?.code === DENIED ? refused(error) : error;
  }
}

/** One round trip, in a transaction of its own. @param {Pick<Database, 'pipeline'>} db @param {Statement[]} statements */
async function apart(db, statements) {
  const answers = await db.pipeline([BEGIN, ...statements, COMMIT]);
  // The first error is the reason, those behind it only say that the transaction has failed.
  const broken = answers.find(({ error }) => error);
  if (broken) throw broken.error;
  return answers[answers.length - 2].rows ?? [];
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

/** The role, and who it is for, until the transaction ends. @param {string} role @param {Actor} actor @returns {Statement} */
function become(role, actor) {
  return toStatement(sql`select set_config('plinth.user', ${actor.userId ?? ''}, true),
    set_config('plinth.roles', ${actor.roles.join(' ')}, true), set_config('role', ${role}, true)`);
}

/** @param {Statement} statement @returns {Statement} */
const unnamed = ({ name: _, ...statement }) => statement;

/** What the first wall let through, for rights change while a statement is under way. @param {unknown} cause */
function refused(cause) {
  return Object.assign(forbidden(phrase`write these rows`), { cause });
}
