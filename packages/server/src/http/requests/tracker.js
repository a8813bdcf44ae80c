/** @import { Response } from '../../types.d.ts' */

/** Counts requests in progress, and reports when the last one has ended. */
export function createTracker() {
  let open = 0;
  /** @type {(() => void)[]} */
  let waiting = [];
  const enter = () => void open++;
  const leave = () => {
    if (--open > 0) return;
    waiting.forEach((done) => done());
    waiting = [];
  };
  return {
    enter,
    leave,
    /** @param {Response} res */
    begin(res) {
      enter();
      // Node emits it once for each response, so no `once`, which costs two objects and a removal.
      res.on('close', leave);
    },
    /** @returns {Promise<void>} */
    drained() {
      return open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
    },
  };
}
