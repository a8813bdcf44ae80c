/** @import { Log } from '../../types.d.ts' */
/** @import { LaunchedWorker, Socket, Started } from './launch-worker.js' */
import { createFirstStart } from './first-start.js';
import { createRespawn } from './respawn.js';

/** A worker that ran this long, in ms, counts as healthy: its exit starts a new series of failures. */
const RAN_WELL = 60_000;

/** @typedef {ReturnType<typeof createWorkerSlot>} WorkerSlot */

/**
 * A slot always has one worker. A worker that dies, during its start or later, is replaced: at once the first time,
 * then after growing pauses. The socket survives workers that are replaced in an orderly way.
 *
 * @param {{ launch: (socket: Socket | null) => LaunchedWorker, log: Log, onChange: () => void,
 *   onFailure: (failures: number) => void, isAlone: () => boolean }} options
 *   isAlone: whether no worker is serving; onFailure: called for each early exit with the number of them in a row
 */
export function createWorkerSlot({ launch, log, onChange, onFailure, isAlone }) {
  let [worker, starting] = /** @type {(LaunchedWorker | null)[]} */ ([null, null]);
  let socket = /** @type {Socket | null} */ (null);
  let [since, closing] = [0, false];
  const firstStart = createFirstStart(isAlone);
  const respawn = createRespawn({ log, onFailure, replace: () => starting ?? attempt() });

  const attempt = async () => {
    try {
      firstStart.done(await fill());
    } catch (error) {
      if (closing || firstStart.ends(error)) return;
      log.error('a worker did not start', { error });
      respawn.schedule();
    }
  };

  /** Starts a worker and stops its predecessor. */
  async function fill() {
    const before = worker;
    const next = launch(socket);
    respawn.cancel();
    starting = next;
    try {
      const started = await next.started;
      socket ??= started.socket;
      [worker, since] = [next, performance.now()];
      onChange();
      next.exited.then((end) => onExit(next, end));
      if (before && !closing) await before.stop({ gently: true });
      return started;
    } finally {
      starting = null;
      // The old one may have died while the new one failed to start.
      if (worker === null && before && !closing) respawn.schedule();
    }
  }

  /** @param {LaunchedWorker} dead @param {{ code: number, signal: string | null }} end */
  function onExit(dead, end) {
    if (closing || worker !== dead) return;
    log.error('a worker ended', { pid: dead.pid, ...end });
    worker = null;
    onChange();
    // Nobody accepts on this socket now; once closed, the system gives new connections to the other workers.
    socket?.close();
    socket = null;
    if (performance.now() - since > RAN_WELL) respawn.reset();
    if (!starting) respawn.schedule();
  }

  return {
    /** Starts its first worker. @returns {Promise<Started>} @throws an error that every replacement would run into */
    open() {
      void attempt();
      return firstStart.started;
    },
    fill,
    worker: () => worker,
    /** The worker that is serving. @returns {{ pid: number, since: string } | null} */
    taken: () => worker && { pid: worker.pid, since: new Date(since).toISOString() },
    /** Whether a new worker is starting. */
    isChanging: () => starting !== null,
    async close() {
      closing = true;
      respawn.cancel();
      await Promise.all([worker?.stop(), starting?.stop()]);
      socket?.close();
    },
  };
}
