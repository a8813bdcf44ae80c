/** @import { Started } from './launch-worker.js' */
import { AppError } from '@plinth/plugin';

/**
 * The first start of a slot: it lasts until a worker has started, or one has failed for a permanent reason.
 *
 * @param {() => boolean} isAlone whether no worker is serving
 */
export function createFirstStart(isAlone) {
  /** @type {PromiseWithResolvers<Started>} */
  const { promise, resolve, reject } = Promise.withResolvers();
  let isOpen = false;
  return {
    started: promise,
    /** @param {Started} started */
    done(started) {
      isOpen = true;
      resolve(started);
    },
    /** Whether this error ends the start; once a worker has started, none does. @param {unknown} error */
    ends(error) {
      if (isOpen || !isLasting(error, isAlone())) return false;
      reject(error);
      return true;
    },
  };
}

/**
 * Whether a replacement would fail for the same reason, such as a wrong setting, as opposed to a database that is
 * briefly unavailable or a killed process. An unexpected error ends a start while no worker is serving, so that the
 * supervisor sees it.
 *
 * @param {unknown} error @param {boolean} isAlone
 */
function isLasting(error, isAlone) {
  if (!(error instanceof AppError)) return isAlone;
  return error.status < 503 && (error.code !== 'WORKER_FAILED' || isAlone);
}
