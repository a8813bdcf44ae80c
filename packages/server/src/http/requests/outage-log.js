/** @import { AppError } from '@plinth/plugin' */
/** @import { App } from '../../types.d.ts' */

const EVERY_MS = 10_000;
/** The database is unavailable or overloaded, so all requests fail for the same reason. */
const OUTAGES = new Set(['DATABASE_UNAVAILABLE', 'DATABASE_BUSY']);

/** @typedef {{ next: number, silent: number }} Told */

/** What was logged when. @type {WeakMap<App['log'], Map<string, Told>>} */
const toldBy = new WeakMap();

/**
 * Logs an outage, or a limit that refuses many requests, in one line now and then instead of once per request, so that
 * a flood can't fill the log.
 *
 * @param {App['log']} log @param {AppError | null} error @param {number} [now]
 * @returns {boolean} whether the error needs no further logging
 */
export function noteOutage(log, error, now = performance.now()) {
  if (error?.status !== 503) return false;
  let told = toldBy.get(log);
  if (!told) toldBy.set(log, (told = new Map()));
  const known = told.get(error.code);
  if (known && now < known.next) {
    known.silent++;
    return true;
  }
  const fields = { code: error.code, reason: error.message };
  if (OUTAGES.has(error.code)) log.error('requests fail', { ...fields, alsoFailed: known?.silent || undefined });
  else log.warn('requests refused', { ...fields, alsoRefused: known?.silent || undefined });
  told.set(error.code, { next: now + EVERY_MS, silent: 0 });
  return true;
}
