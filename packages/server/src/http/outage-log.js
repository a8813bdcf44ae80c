/** @import { AppError } from '@plinth/plugin' */
/** @import { App } from '../types.d.ts' */

const EVERY_MS = 10_000;
/** The database is away or can't follow: each request fails, and all for the same reason. */
const OUTAGES = new Set(['DATABASE_UNAVAILABLE', 'DATABASE_BUSY']);

/** @typedef {{ next: number, silent: number }} Told */

/** What was told when, by log. @type {WeakMap<App['log'], Map<string, Told>>} */
const toldBy = new WeakMap();

/**
 * Tells of an outage, and of a limit that refuses many, in one line now and then instead of with each request: a flood
 * must not fill the log.
 *
 * @param {App['log']} log @param {AppError | null} error @param {number} [now]
 * @returns {boolean} whether that is all there is to tell
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
