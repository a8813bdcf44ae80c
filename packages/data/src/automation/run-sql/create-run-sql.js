/** @import { Actor, SqlValue } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError, phrase } from '@plinth/plugin';
import { ACTION_SQL } from '../../postgres/fairness/figures.js';
import { createTurns } from '../../postgres/fairness/index.js';
import { isUnlimited } from '../../rules/rights/index.js';
import { LIMITS } from '../../catalog/limits/limits.js';
import { withNamedValues } from './named-values.js';
import { RUN, prepareRole } from './prepare-role.js';

/** Of one answer. */
const MS = 5000;
const TOO_MUCH = 'PL413';
const LONGEST_ERROR = 300;

/**
 * Runs SQL that an admin has written, which can only read, and only the tables of apps.
 *
 * @param {{ db: Database }} context
 */
export function createRunSql({ db }) {
  const turns = createTurns(ACTION_SQL, busy);

  /**
   * @param {Actor} actor who is told what PostgreSQL says only as an admin; with ROW_SECURITY=on, rows are those that they may read
   * @param {string} statement with values as `:name` @param {readonly SqlValue[]} [values] @param {{ ms?: number }} [options]
   * @returns {Promise<Record<string, unknown>[]>}
   * @throws {AppError} SQL_INVALID, SQL_TOO_LARGE, SQL_BUSY, SQL_UNAVAILABLE, SHARE_USED, STATEMENT_TIMEOUT
   */
  return async function runSql(actor, statement, values = [], { ms = MS } = {}) {
    const { text, given } = withNamedValues(statement, values);
    if (text.trim() === '' || text.includes('\0')) throw invalid('it is empty');
    return turns.use(db.fairness.personOrAll(), async () => {
      await prepareRole(db);
      return apart(db, actor, { text, given, ms });
    });
  };
}

/** Applies to the statements after it; the session is over then. */
const TIMES = "select set_config('statement_timeout', $1, true), set_config('lock_timeout', '1000', true)";
/** Policies of row-level security ask for these. */
const FOR_WHOM = "select set_config('plinth.user', $1, true), set_config('plinth.roles', $2, true)";

/**
 * On a connection of its own, which ends with the statement: session locks and settings end, too. It is always rolled
 * back, so that not even a notification leaves it.
 *
 * @param {Database} db @param {Actor} actor @param {{ text: string, given: string, ms: number }} asked
 */
async function apart(db, actor, { text, given, ms }) {
  return db.apart(async (client) => {
    await client.query('begin read only');
    await client.query(TIMES, [String(Math.trunc(ms))]);
    try {
      await client.query(FOR_WHOM, [actor.userId ?? '', actor.roles.join(' ')]);
      const { rows } = await client.query({ text: RUN, values: [text, given, LIMITS.sqlRows, LIMITS.sqlBytes] });
      return rows.map(({ run }) => (typeof run === 'string' ? JSON.parse(run) : run));
    } catch (error) {
      throw translated(error, isUnlimited(actor));
    } finally {
      await client.query('rollback').catch(() => {});
    }
  });
}

/**
 * Errors of PostgreSQL explain the statement and may quote values, so only admins see them; time-outs and lost connections
 * keep their own errors.
 *
 * @param {any} error @param {boolean} isTold
 */
function translated(error, isTold) {
  const code = String(error?.code ?? '');
  if (code === TOO_MUCH) return tooLarge();
  const isOurs = /^(08|57|53|55P03|XX)/.test(code) || !/^[0-9A-Z]{5}$/.test(code);
  if (isOurs) return error;
  return isTold ? invalid(String(error.message).slice(0, LONGEST_ERROR), error) : broken(error);
}

/** @param {string} why @param {unknown} [cause] */
const invalid = (why, cause) =>
  new AppError('SQL_INVALID', phrase`The SQL can't be run: ${why}`, {
    status: 422,
    cause,
    hint: 'It must be one SELECT over tables of apps, which it can only read',
  });

/** @param {unknown} cause */
const broken = (cause) =>
  new AppError('SQL_INVALID', 'The SQL of this action can no longer be run', {
    status: 422,
    cause,
    hint: 'Ask an admin: they can see the cause',
  });

const tooLarge = () =>
  new AppError(
    'SQL_TOO_LARGE',
    phrase`The SQL found more than ${LIMITS.sqlRows} rows or ${LIMITS.sqlBytes / 1024 ** 2} MB`,
    { status: 422, hint: 'Select fewer columns, aggregate, or add a LIMIT' },
  );

const busy = () =>
  new AppError('SQL_BUSY', 'Several SQL statements of actions are running already', {
    status: 503,
    hint: 'Try again in a few seconds',
  });
