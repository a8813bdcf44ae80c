/** @import { Log } from '../types.d.ts' */
/** @import { LaunchedWorker, Socket } from './launch-worker.js' */

/** A worker that ran for so long ran well, in ms: whatever ended it is new. */
const RAN_WELL = 60_000;
const LONGEST_PAUSE = 30_000;

/** @typedef {ReturnType<typeof createPlace>} Place */

/**
 * A place is always taken by one worker: one that dies is replaced, at once the first time, then after growing pauses.
 * The socket outlives workers that hand their place on.
 *
 * @param {{ launch: (socket: Socket | null) => LaunchedWorker, log: Log, onChange: () => void,
 *   onFailure: (failures: number) => void }} options
 *   onFailure: told of each early end, with how many there were in a row
 */
export function createPlace({ launch, log, onChange, onFailure }) {
  let [worker, starting] = /** @type {(LaunchedWorker | null)[]} */ ([null, null]);
  let socket = /** @type {Socket | null} */ (null);
  let [since, failures] = [0, 0];
  let closing = false;
  let retry = /** @type {NodeJS.Timeout | undefined} */ (undefined);

  /** Starts a worker and lets go of the one that was there. */
  async function fill() {
    const before = worker;
    const next = launch(socket);
    clearTimeout(retry);
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
      if (worker === null && before) plan();
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
    if (performance.now() - since > RAN_WELL) failures = 0;
    if (!starting) plan();
  }

  function plan() {
    if (closing) return;
    onFailure(++failures);
    const pause = pauseAfter(failures);
    log.info('starting another worker', { inMs: pause, failures });
    clearTimeout(retry);
    retry = setTimeout(() => {
      if (!closing && !starting) fill().catch(failed);
    }, pause);
  }

  /** @param {unknown} error */
  function failed(error) {
    log.error('a worker did not start', { error });
    plan();
  }

  return {
    ...{ fill, worker: () => worker },
    /** The worker that answers. @returns {{ pid: number, since: string } | null} */
    taken: () => worker && { pid: worker.pid, since: new Date(since).toISOString() },
    /** Whether a new worker is on its way. */
    isChanging: () => starting !== null,
    async close() {
      closing = true;
      clearTimeout(retry);
      await Promise.all([worker?.stop(), starting?.stop()]);
      socket?.close();
    },
  };
}

/** @param {number} failures in a row @returns {number} ms */
const pauseAfter = (failures) => (failures === 1 ? 0 : Math.min(LONGEST_PAUSE, 500 * 2 ** (failures - 1)));
