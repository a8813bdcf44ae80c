/** @import { Report } from '../../http/requests/report.js' */

/**
 * Workers that don't respond within this many ms are reported as such, so that a scrape doesn't wait for a stuck one.
 */
const PATIENCE = 1500;

/**
 * The report of one worker of a node. Its label is the number of its slot, which its replacement takes over. Null: the
 * slot is empty, or the worker does not respond.
 *
 * @typedef {{ label: string, isThere: boolean, report: Report | null }} WorkerReport
 * @typedef {{ label: string, say(message: object): void } | { label: string, say: null }} Member
 */

/**
 * Asks all workers for their reports, on behalf of the one that received the request.
 *
 * @param {() => Member[]} members one for each slot
 */
export function createCollector(members) {
  /** @type {Map<number, (report: Report | null) => void>} */
  const waiting = new Map();
  let asked = 0;

  /** @param {(message: object) => void} say @returns {Promise<Report | null>} */
  function ask(say) {
    const id = ++asked;
    const { promise, resolve } = Promise.withResolvers();
    const impatience = setTimeout(resolve, PATIENCE, null);
    waiting.set(id, resolve);
    say({ report: { id } });
    return promise.finally(() => {
      clearTimeout(impatience);
      waiting.delete(id);
    });
  }

  return {
    /** @returns {Promise<WorkerReport[]>} */
    collect: () =>
      Promise.all(
        members().map(async ({ label, say }) => ({ label, isThere: say !== null, report: say && (await ask(say)) })),
      ),
    /** Receives a worker's report. @param {{ id: number, report: Report | null }} answer */
    hear: ({ id, report }) => waiting.get(id)?.(report),
  };
}

/**
 * The counterpart in a worker: asks the first process for the reports of all workers.
 *
 * @param {{ label: string, say: (message: object) => void }} options label: of its slot
 */
export function createPeers({ label, say }) {
  /** @type {Map<number, (reports: WorkerReport[]) => void>} */
  const waiting = new Map();
  let asked = 0;
  return {
    label,
    /** Empty if the first process does not respond. @returns {Promise<WorkerReport[]>} */
    collect() {
      const id = ++asked;
      return new Promise((resolve) => {
        const done = (/** @type {WorkerReport[]} */ reports) => {
          clearTimeout(impatience);
          waiting.delete(id);
          resolve(reports);
        };
        const impatience = setTimeout(done, 2 * PATIENCE, []);
        waiting.set(id, done);
        say({ collect: { id } });
      });
    },
    /** @param {{ id: number, reports: WorkerReport[] }} answer */
    hear: ({ id, reports }) => waiting.get(id)?.(reports),
  };
}
