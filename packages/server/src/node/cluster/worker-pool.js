/** @import { Log } from '../../types.d.ts' */
/** @import { LaunchedWorker, Socket, Started } from './launch-worker.js' */
import { AppError } from '@plinth/plugin';
import { createWorkerSlot } from './worker-slot.js';

/** After this many early exits in a row with no worker left, give up and let the supervisor start us again. */
const MOST_FAILURES = 8;

/**
 * Keeps a number of workers running.
 *
 * @param {{ size: number, launch: (socket: Socket | null, label: string) => LaunchedWorker, log: Log, onHopeless: (error: Error) => void,
 *   onChange: (workers: { pid: number, since: string }[]) => void }} options
 *   label: of the slot, from 1; onChange: called with the workers that are serving
 */
export function createWorkerPool({ size, launch, log, onHopeless, onChange }) {
  const taken = () => slots.flatMap((slot) => slot.taken() ?? []);
  /** @type {import('./worker-slot.js').WorkerSlot[]} */
  const slots = Array.from({ length: size }, (_, i) =>
    createWorkerSlot({
      launch: (socket) => launch(socket, labelOf(i)),
      log,
      onChange: () => onChange(taken()),
      isAlone: () => taken().length === 0,
      onFailure: (failures) => failures > MOST_FAILURES && taken().length === 0 && onHopeless(hopeless()),
    }),
  );
  let closing = false;
  /** @type {Promise<void> | null} */
  let restarting = null;

  async function restartAll() {
    log.info('restarting the workers one by one');
    for (const slot of slots) {
      if (closing) return;
      // It is being replaced already.
      if (slot.isChanging()) continue;
      try {
        await slot.fill();
      } catch (error) {
        return log.error('a worker did not start; the others keep running', { error });
      }
    }
    log.info('all workers were restarted');
  }

  return {
    /**
     * Starts the first worker alone, since it migrates the database, and then the others.
     *
     * @param {(first: Started) => Promise<void>} between
     * @throws a configuration error; a worker that dies or finds no database is replaced instead
     */
    async start(between) {
      const first = await slots[0].open();
      await between(first);
      await Promise.all(slots.slice(1).map((slot) => slot.open()));
      return first;
    },
    /** Replaces the workers one by one. Calls during a restart join it. */
    restart: () => (restarting ??= restartAll().finally(() => (restarting = null))),
    /** One for each slot, including empty ones. @returns {import('./collect-reports.js').Member[]} */
    members: () => slots.map((slot, i) => ({ label: labelOf(i), say: slot.worker()?.say ?? null })),
    /** The workers that are serving. */
    pids: () => taken().map(({ pid }) => pid),
    async close() {
      closing = true;
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}

/** @param {number} i */
const labelOf = (i) => String(i + 1);

const hopeless = () =>
  new AppError('WORKERS_FAILING', 'All workers exit soon after starting', { hint: 'See the log for the reason' });
