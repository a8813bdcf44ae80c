import { until } from '@plinth/data/testing';

/**
 * What something costs whose requests have the proof that every change has been heard of. On a busy machine one may not
 * come in time, and then the database is asked for more: that shows nothing, and it is done again.
 *
 * @template T
 * @param {{ data: any }} server of startTestServer @param {() => Promise<T>} work
 * @returns {Promise<T>} of the second of two times in a row, for which memory was filled by the first
 */
export async function whenProven({ data: { stream } }, work) {
  const { caughtUp } = stream;
  let isProven = true;
  let result = /** @type {T | undefined} */ (undefined);
  stream.caughtUp = async () => {
    const proven = await caughtUp();
    isProven &&= proven;
    return proven;
  };
  try {
    await until(async () => {
      isProven = true;
      for (let times = 0; times < 2; times++) result = await work();
      return isProven;
    });
  } finally {
    stream.caughtUp = caughtUp;
  }
  return /** @type {T} */ (result);
}
