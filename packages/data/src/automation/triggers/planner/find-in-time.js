/** @import { TriggerSource } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

const PATIENCE_MS = 60_000;

/**
 * Limits how long a plugin's source looks for events, since it keeps a transaction open and other triggers wait.
 *
 * @template T @param {Pick<TriggerSource, 'label'>} source
 * @param {(signal: AbortSignal) => Promise<T>} find signal: aborted when it has taken too long
 * @param {number} [patience] in ms
 * @returns {Promise<T>}
 * @throws {AppError} TRIGGER_SOURCE_SLOW
 */
export async function findInTime({ label }, find, patience = PATIENCE_MS) {
  const stop = new AbortController();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      const error = tooSlow(label, patience);
      reject(error);
      stop.abort(error);
    }, patience);
  });
  try {
    return /** @type {T} */ (await Promise.race([find(stop.signal), late]));
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} label @param {number} patience */
function tooSlow(label, patience) {
  return new AppError('TRIGGER_SOURCE_SLOW', phrase`"${label}" found nothing within ${patience / 1000} s`, {
    status: 503,
    hint: 'It is tried again; contact the plugin’s author if it persists',
  });
}
