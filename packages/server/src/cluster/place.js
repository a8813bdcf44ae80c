/** @import { Log } from '../types.d.ts' */
/** @import { LaunchedWorker, Socket, Started } from './launch-worker.js' */
import { createOpening } from './opening.js';
import { createReplacing } from './replacing.js';

/** A worker that ran for so long ran well, in ms: whatever ended it is new. */
const RAN_WELL = 60_000;

/** @typedef {ReturnType<typeof createPlace>} Place */

/**
 * A place is always taken by one worker: one that dies, while it starts or later, is replaced, at once the first time, then
 * after growing pauses.
 * The socket outlives workers that hand their place on.
 *
 * @param {{ launch: (socket: Socket | null) => LaunchedWorker, log: Log, onChange: () => void,
 *   onFailure: (failures: number) => void, isAlone: () => boolean }} options
 *   isAlone: whether nobody answers requests; onFailure: told of each early end, with how many there were in a row
 */
export function createPlace({ launch, log, onChange, onFailure, isAlone }) {
  let [worker, starting] = /** @type {(LaunchedWorker | null)[]} */ ([null, null]);
  let socket = /** @type {Socket | null} */ (null);
  let since = 0;
  let closing = false;
  const opening = createOpening(isAlone);
  const replacing = createReplacing({ log, onFailure, replace: () => starting ?? attempt() });

  async function attempt() {
    try {
      opening.done(await fill());
    } catch (error) {
      if (closing || opening.ends(error)) return;
      log.error('a worker did not start', { error });
      replacing.plan();
    }
  }

  /** Starts a worker and lets go of the one that was there. */
  async function fill() {
    const before = worker;
    const next = launch(socket);
    replacing.cancel();
    starting = next;
    try {
      const started = await next.started;
      socket ??= started.socket;
      [worker, since] = [next, performance.now()];
      onChange();
      next.exited.then((end) => bury(next, end));
      if (before && !closing) await before.stop({ gently: true });
      return started;
    } finally {
      starting = null;
      // The old one may have died while the new one failed to start.
      if (worker === null && before && !closing) replacing.plan();
    }
  }

  /** @param {LaunchedWorker} dead @param {{ code: number, signal: string | null }} end */
  function bury(dead, end) {
    if (closing || worker !== dead) return;
    log.error('a worker ended', { pid: dead.pid, ...end });
    worker = null;
    onChange();
    // Nobody accepts there now; without it the system gives new connections to the others.
    socket?.close();
    socket = null;
    if (performance.now() - since > RAN_WELL) replacing.forget();
    if (!starting) replacing.plan();
  }

  return {
    /** Its first worker. @returns {Promise<Started>} @throws what no successor would be spared */
    open() {
      void attempt();
      return opening.started;
    },
    ...{ fill, worker: () => worker },
    /** The worker that answers. @returns {{ pid: number, since: string } | null} */
    taken: () => worker && { pid: worker.pid, since: new Date(since).toISOString() },
    /** Whether a new worker is on its way. */
    isChanging: () => starting !== null,
    async close() {
      closing = true;
      replacing.cancel();
      await Promise.all([worker?.stop(), starting?.stop()]);
      socket?.close();
    },
  };
}
