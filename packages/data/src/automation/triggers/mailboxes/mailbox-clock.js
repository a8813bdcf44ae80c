/** @import { Trigger } from '@plinth/plugin' */
/** @import { Context } from '../../../services.js' */

const EVERY_MS = 60_000;
/** Mailboxes read at the same time; a hanging server blocks one of these places. */
const MOST_AT_ONCE = 4;

/**
 * Checks mailboxes every minute and when triggers change; the database decides which are due.
 *
 * @param {{ triggers: () => Trigger[], look: (trigger: Trigger) => Promise<unknown> } & Pick<Context, 'onCatalog'>} context
 */
export function createMailboxClock({ triggers, look, onCatalog }) {
  /** @type {Set<string>} */
  const busy = new Set();
  /** @type {Set<Promise<void>>} */
  const working = new Set();
  /** @type {Trigger[]} */
  let waiting = [];
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {(() => void) | undefined} */
  let off;
  let isClosing = false;

  function tick() {
    clearTimeout(timer);
    if (isClosing) return;
    waiting = triggers().filter(({ id }) => !busy.has(id));
    if (waiting.length === 0 && busy.size === 0) return;
    while (working.size < Math.min(MOST_AT_ONCE, waiting.length + working.size)) work();
    timer = setTimeout(tick, EVERY_MS).unref();
  }

  function work() {
    const done = some().finally(() => working.delete(done));
    working.add(done);
  }

  async function some() {
    for (let next = waiting.shift(); next && !isClosing; next = waiting.shift()) {
      const { id } = next;
      busy.add(id);
      // The failure is stored with the mailbox.
      await look(next).catch(() => {});
      busy.delete(id);
    }
  }

  return {
    start() {
      off = onCatalog(tick);
      tick();
    },
    async close() {
      isClosing = true;
      off?.();
      clearTimeout(timer);
      await Promise.all(working);
    },
  };
}
