/** @import { Log } from '../types.d.ts' */
/** @import { LaunchedWorker, Socket } from './launch-worker.js' */
import { AppError } from '@plinth/plugin';

/** A worker that ran for so long ran well, in ms: whatever ended it is new. */
const RAN_WELL = 60_000;
const LONGEST_PAUSE = 30_000;
/** After so many early ends in a row, with nobody left to answer, starting again is left to whoever started us. */
const MOST_FAILURES = 8;

/**
 * One place is always taken by one worker. The socket outlives workers that hand their place on.
 *
 * @typedef {{ worker: LaunchedWorker | null, socket: Socket | null, since: number, failures: number, changing: boolean,
 *   retry?: NodeJS.Timeout }} Place
 */

/**
 * Keeps a number of workers running: one that dies is replaced, at once the first time, then after growing pauses.
 *
 * @param {{ size: number, launch: (socket: Socket | null) => LaunchedWorker, log: Log, onHopeless: (error: Error) => void,
 *   onChange: (workers: { pid: number, since: string }[]) => void }} options
 *   onChange: told of those that answer
 */
export function createCrew({ size, launch, log, onHopeless, onChange }) {
  /** @type {Place[]} */
  const places = Array.from({ length: size }, () => ({
    ...{ worker: null, socket: null, since: 0, failures: 0, changing: false },
  }));
  /** @type {Set<LaunchedWorker>} */
  const starting = new Set();
  let closing = false;
  /** @type {Promise<void> | null} */
  let rolling = null;
  const tell = () =>
    onChange(
      places.flatMap(({ worker, since }) => (worker ? { pid: worker.pid, since: new Date(since).toISOString() } : [])),
    );
  const isAlone = () => places.every(({ worker }) => worker === null);

  /** Starts a worker in a place and lets go of the one that was there. @param {Place} place */
  async function fill(place) {
    const before = place.worker;
    const worker = launch(place.socket);
    place.changing = true;
    starting.add(worker);
    try {
      const started = await worker.started;
      place.socket ??= started.socket;
      Object.assign(place, { worker, since: Date.now() });
      tell();
      worker.exited.then((end) => bury(place, worker, end));
      if (before && !closing) await before.stop({ gently: true });
      return started;
    } finally {
      starting.delete(worker);
      place.changing = false;
      // The old one may have died while the new one failed to start.
      if (place.worker === null && before) plan(place);
    }
  }

  /** @param {Place} place @param {LaunchedWorker} worker @param {{ code: number, signal: string | null }} end */
  function bury(place, worker, end) {
    if (closing || place.worker !== worker) return;
    log.error('a worker ended', { pid: worker.pid, ...end });
    place.worker = null;
    tell();
    // Nobody accepts there now; without it the system gives new connections to the others.
    place.socket?.close();
    place.socket = null;
    if (Date.now() - place.since > RAN_WELL) place.failures = 0;
    if (!place.changing) plan(place);
  }

  /** @param {Place} place */
  function plan(place) {
    if (closing) return;
    place.failures++;
    if (place.failures > MOST_FAILURES && isAlone()) return onHopeless(hopeless());
    const pause = place.failures === 1 ? 0 : Math.min(LONGEST_PAUSE, 500 * 2 ** (place.failures - 1));
    log.info('starting another worker', { inMs: pause, failures: place.failures });
    clearTimeout(place.retry);
    place.retry = setTimeout(() => {
      if (closing || place.changing) return;
      fill(place).catch((error) => {
        log.error('a worker did not start', { error });
        plan(place);
      });
    }, pause);
  }

  async function renewAll() {
    log.info('restarting the workers one by one');
    for (const place of places) {
      if (closing) return;
      if (place.changing) continue;
      clearTimeout(place.retry);
      try {
        await fill(place);
      } catch (error) {
        log.error('a worker did not start; the others stay as they are', { error });
        if (place.worker === null) plan(place);
        return;
      }
    }
    log.info('all workers were restarted');
  }

  return {
    /** The first one alone: it brings the database to this version. @param {(first: import('./launch-worker.js').Started) => Promise<void>} between */
    async start(between) {
      const first = await fill(places[0]);
      await between(first);
      await Promise.all(places.slice(1).map(fill));
      return first;
    },
    /** New workers take over one by one. Asked again meanwhile, it is the same restart. */
    restart: () => (rolling ??= renewAll().finally(() => (rolling = null))),
    /** Of those that answer. */
    pids: () => places.flatMap(({ worker }) => worker?.pid ?? []),
    async close() {
      closing = true;
      for (const { retry } of places) clearTimeout(retry);
      const all = new Set([...places.map(({ worker }) => worker), ...starting]);
      await Promise.all([...all].map((worker) => worker?.stop()));
      for (const { socket } of places) socket?.close();
    },
  };
}

const hopeless = () =>
  new AppError('WORKERS_FAILING', 'Every worker ends soon after its start', { hint: 'The log says why.' });
