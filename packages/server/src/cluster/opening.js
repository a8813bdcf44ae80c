/** @import { Started } from './launch-worker.js' */
import { AppError } from '@plinth/plugin';

/**
 * What becomes of the start of a place: it goes on until a worker has started, or one failed for a lasting reason.
 *
 * @param {() => boolean} isAlone whether nobody answers requests
 */
export function createOpening(isAlone) {
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
    /** Whether the start ends with this error; afterwards none does. @param {unknown} error */
    ends(error) {
      if (isOpen || !isLasting(error, isAlone())) return false;
      reject(error);
      return true;
    },
  };
}

/**
 * Whether a successor would fail for the same reason: a wrong setting, say, but not a database that is away for a moment or
 * a process that was killed. What nobody foresaw ends a start while nobody answers, for whoever started us to see.
 *
 * @param {unknown} error @param {boolean} isAlone
 */
function isLasting(error, isAlone) {
  if (!(error instanceof AppError)) return isAlone;
  return error.status < 503 && (error.code !== 'WORKER_FAILED' || isAlone);
}
