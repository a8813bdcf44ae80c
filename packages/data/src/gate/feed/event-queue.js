/** @import { ChangeEvent, ChangeStream } from '../../postgres/changes/types.d.ts' */

/** How many subscriptions start at a time; each may have many missed changes to read. */
const AT_ONCE = 32;

/**
 * Processes one batch of events after another, so that events are delivered in the order of the log. Events that arrive
 * meanwhile form the next batch. New subscriptions start between two batches.
 *
 * @param {{ stream: ChangeStream, isIdle(): boolean, deliver(events: ChangeEvent[]): Promise<void>, closing(): Error }} options
 *   isIdle: whether there are no subscriptions; deliver: never rejects
 */
export function createEventQueue({ stream, isIdle, deliver, closing }) {
  /** @type {ChangeEvent[]} */
  let queue = [];
  /** @type {{ enter(delivered: bigint): Promise<void>, refuse(error: Error): void }[]} */
  let starts = [];
  let delivered = stream.position();
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
    while ((queue.length > 0 || starts.length > 0) && !closed) {
      const events = queue;
      queue = [];
      if (events.length > 0) await deliver(events);
      advance(events);
      const joining = starts;
      starts = [];
      for (let i = 0; i < joining.length; i += AT_ONCE)
        await Promise.all(joining.slice(i, i + AT_ONCE).map(({ enter }) => enter(delivered)));
    }
    working = false;
  }

  /** @param {readonly ChangeEvent[]} events */
  function advance(events) {
    for (const event of events) if (event.kind === 'changes' && event.position > delivered) delivered = event.position;
    if (queue.length === 0 && stream.position() > delivered) delivered = stream.position();
  }

  return {
    /**
     * Runs something between two batches.
     *
     * @param {(delivered: bigint) => Promise<void>} enter @returns {Promise<void>}
     */
    between(enter) {
      if (closed) throw closing();
      return new Promise((resolve, reject) => {
        starts.push({ enter: (at) => enter(at).then(resolve, reject), refuse: reject });
        void work();
      });
    },
    /** Events after the current batch. @returns {readonly ChangeEvent[]} */
    waiting: () => queue,
    /** Everything up to this position has been delivered. */
    delivered() {
      if (!working) advance([]);
      return delivered;
    },
    close() {
      closed = true;
      off();
      for (const { refuse } of starts) refuse(closing());
    },
  };
}
