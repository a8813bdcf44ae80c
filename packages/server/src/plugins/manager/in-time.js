import { AppError, phrase } from '@plinth/plugin';

const PATIENCE = 10_000;

/**
 * Limits the time to load a plugin's module: one that never finishes would block the start of the server or the form
 * that installs it.
 *
 * @template T @param {Promise<T>} work @param {string} name @param {number} [patience] in ms
 * @returns {Promise<T>}
 * @throws {AppError} PLUGIN_SLOW
 */
export async function inTime(work, name, patience = PATIENCE) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(name, patience)), patience);
  });
  try {
    return /** @type {T} */ (await Promise.race([work, late]));
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} name @param {number} patience */
function tooSlow(name, patience) {
  return new AppError('PLUGIN_SLOW', phrase`The plugin "${name}" did not load within ${patience / 1000} s`, {
    status: 422,
    hint: 'Report it to the plugin’s author',
  });
}
