/** @import { ChangeEvent, ChangeStream } from '../changes/types.d.ts' */

/** So many arrive at the same time: each may have missed much. */
const AT_ONCE = 32;

/**
 * One batch after the other, so that everybody hears everything in the order of the log. What comes while one is under
 * way is the next; who arrives is taken in between two.
 *
 * @param {{ stream: ChangeStream, isIdle(): boolean, tell(events: ChangeEvent[]): Promise<void>, closing(): Error }} options
 *   isIdle: nobody listens; tell: never rejects
 */
export function createLine({ stream, isIdle, tell, closing }) {
  /** @type {ChangeEvent[]} */
  let queue = [];
  /** @type {{ enter(told: bigint): Promise<void>, refuse(error: Error): void }[]} */
  let arrivals = [];
  let told = stream.position();
  let working = false;
  let closed = false;

  const off = stream.subscribe((event) => {
    if (isIdle() && !working) return;
    queue.push(event);
    void work();
  });

  async function work() {
    if (working) return;
    working = true;
    while ((queue.length > 0 || arrivals.length > 0) && !closed) {
      const events = queue;
      queue = [];
      if (events.length > 0) await tell(events);
      advance(events);
      const comers = arrivals;
      arrivals = [];
      for (let i = 0; i < comers.length; i += AT_ONCE)
        await Promise.all(comers.slice(i, i + AT_ONCE).map(({ enter }) => enter(told)));
    }
    working = false;
  }

  /** @param {readonly ChangeEvent[]} events */
  function advance(events) {
    for (const event of events) if (event.kind === 'changes' && event.position > told) told = event.position;
    if (queue.length === 0 && stream.position() > told) told = stream.position();
  }

  return {
    /**
     * Does something between two batches.
     *
     * @param {(told: bigint) => Promise<void>} enter @returns {Promise<void>}
     */
    between(enter) {
      if (closed) throw closing();
      return new Promise((resolve, reject) => {
        arrivals.push({ enter: (at) => enter(at).then(resolve, reject), refuse: reject });
        void work();
      });
    },
    /** What comes after the batch that is under way. @returns {readonly ChangeEvent[]} */
    waiting: () => queue,
    /** Everything up to here has been told. */
    told() {
      if (!working) advance([]);
      return told;
    },
    close() {
      closed = true;
      off();
      for (const { refuse } of arrivals) refuse(closing());
    },
  };
}
