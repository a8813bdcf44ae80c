/** @import { Log } from '../types.d.ts' */
/** @import { LaunchedWorker, Socket, Started } from './launch-worker.js' */
import { AppError } from '@plinth/plugin';
import { createPlace } from './place.js';

/** After so many early ends in a row, with nobody left to answer, starting again is left to whoever started us. */
const MOST_FAILURES = 8;

/**
 * Keeps a number of workers running.
 *
 * @param {{ size: number, launch: (socket: Socket | null, label: string) => LaunchedWorker, log: Log, onHopeless: (error: Error) => void,
 *   onChange: (workers: { pid: number, since: string }[]) => void }} options
 *   launch: label: of the place, from 1; onChange: told of those that answer
 */
export function createCrew({ size, launch, log, onHopeless, onChange }) {
  const taken = () => places.flatMap((place) => place.taken() ?? []);
  /** @type {import('./place.js').Place[]} */
  const places = Array.from({ length: size }, (_, i) =>
    createPlace({
      launch: (socket) => launch(socket, labelOf(i)),
      log,
      onChange: () => onChange(taken()),
      isAlone: () => taken().length === 0,
      onFailure: (failures) => failures > MOST_FAILURES && taken().length === 0 && onHopeless(hopeless()),
    }),
  );
  let closing = false;
  /** @type {Promise<void> | null} */
  let rolling = null;

  async function renewAll() {
    log.info('restarting the workers one by one');
    for (const place of places) {
      if (closing) return;
      // That one is new already.
      if (place.isChanging()) continue;
      try {
        await place.fill();
      } catch (error) {
        return log.error('a worker did not start; the others keep running', { error });
      }
    }
    log.info('all workers were restarted');
  }

  return {
    /**
     * The first one alone: it brings the database to this version.
     *
     * @param {(first: Started) => Promise<void>} between
     * @throws what is wrong with the configuration; a worker that dies or finds no database is replaced
     */
    async start(between) {
      const first = await places[0].open();
      await between(first);
      await Promise.all(places.slice(1).map((place) => place.open()));
      return first;
    },
    /** New workers take over one by one. Asked again meanwhile, it is the same restart. */
    restart: () => (rolling ??= renewAll().finally(() => (rolling = null))),
    /** One for each place, whether somebody is there or not. @returns {import('./collect-reports.js').Member[]} */
    members: () => places.map((place, i) => ({ label: labelOf(i), say: place.worker()?.say ?? null })),
    /** Of those that answer. */
    pids: () => taken().map(({ pid }) => pid),
    async close() {
      closing = true;
      await Promise.all(places.map((place) => place.close()));
    },
  };
}

/** @param {number} i */
const labelOf = (i) => String(i + 1);

const hopeless = () =>
  new AppError('WORKERS_FAILING', 'All workers exit soon after starting', { hint: 'See the log for the reason' });
