/** @import { Values } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/** SQLSTATE classes and codes that mean: the connection is gone, or the server is starting or stopping. */
const CONNECTION_LOST = /^(08|57P|53300$)/;
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const LOST_MESSAGES = /Connection terminated|not queryable|timeout expired|Client was closed|database is closed/i;

/** @param {unknown} cause */
export const databaseUnavailable = (cause) =>
  new AppError('DATABASE_UNAVAILABLE', 'The database is not responding', {
    status: 503,
    hint: 'Try again in a few seconds. If it keeps happening, check that PostgreSQL is running (plinth doctor)',
    cause,
  });

/** @param {string} what */
export const databaseBusy = (what) =>
  new AppError('DATABASE_BUSY', phrase`The database is busy: ${what}`, {
    status: 503,
    hint: 'Try again in a few seconds',
  });

/**
 * Turns connection problems, timeouts and lock waits into AppErrors. Other PostgreSQL errors (with SQLSTATE in `code`)
 * are returned as they are, for callers who know what their statement meant.
 *
 * @param {any} error
 * @returns {Values}
 */
export function translate(error) {
  if (error instanceof AppError) return error;
  const code = String(error?.code ?? '');
  if (code === '57014') {
    return new AppError('STATEMENT_TIMEOUT', 'The database took too long and stopped the query', {
      status: 503,
      hint: 'Request less at once, or add an index (the table screen suggests some)',
      cause: error,
    });
  }
  // A stale plan inside a transaction can't be fixed there; it happens once, when a table has just changed.
  if (code === '55P03' || code === '40P01' || code === '40001' || isStalePlan(error)) {
    return new AppError('TABLE_BUSY', 'Someone else is changing the same data right now', {
      status: 503,
      hint: 'Try again in a few seconds',
      cause: error,
    });
  }
  if (code === '53100') {
    return new AppError('DISK_FULL', 'The database has no disk space left', {
      status: 507,
      hint: 'Free some space on the disk of the database. Reading still works',
      cause: error,
    });
  }
  if (code === '53200' && /max_locks_per_transaction/.test(String(error.hint))) {
    return new AppError('DATABASE_LOCKS_FULL', "The database can't lock so many tables at once", {
      status: 503,
      hint: 'Nothing was changed. Do it in smaller steps, or raise max_locks_per_transaction in PostgreSQL',
      cause: error,
    });
  }
  return isConnectionLoss(error) ? databaseUnavailable(error) : error;
}

/** @param {any} error */
export function isConnectionLoss(error) {
  const code = String(error?.code ?? '');
  return CONNECTION_LOST.test(code) || SOCKET_ERRORS.has(code) || (!code && LOST_MESSAGES.test(String(error?.message)));
}

/**
 * A prepared statement whose table has changed its columns: it must be parsed again.
 *
 * @param {any} error
 */
export function isStalePlan(error) {
  const code = error?.code;
  return (code === '0A000' && /cached plan/.test(String(error.message))) || code === '26000';
}

/**
 * A statement for an earlier schema: its table or column no longer exists. Callers take the newest Catalog and try once
 * more.
 *
 * @param {any} error
 */
export function isStaleSchema(error) {
  return ['42P01', '42703', '42883', '42804'].includes(error?.code);
}

/**
 * The database resolved a deadlock by rolling this transaction back.
 *
 * @param {any} error
 */
export const isDeadlock = (error) => (error instanceof AppError ? error.cause : error)?.code === '40P01';
