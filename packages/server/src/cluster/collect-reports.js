/** @import { Report } from '../http/report.js' */

/** Who has not answered by then is told as such, in ms: a scrape must not wait for one that stands still. */
const PATIENCE = 1500;

/**
 * What all processes of a node say of themselves: by the number of the place that a worker has, which stays when another
 * takes it over. Null: nobody is there, or he does not answer.
 *
 * @typedef {{ label: string, isThere: boolean, report: Report | null }} PlaceReport
 * @typedef {{ label: string, say(message: object): void } | { label: string, say: null }} Member
 */

/**
 * Asks all workers at once, on behalf of the one that was asked.
 *
 * @param {() => Member[]} members one for each place
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
    /** @returns {Promise<PlaceReport[]>} */
    collect: () =>
      Promise.all(
        members().map(async ({ label, say }) => ({ label, isThere: say !== null, report: say && (await ask(say)) })),
      ),
    /** What a worker says when it was asked. @param {{ id: number, report: Report | null }} answer */
    hear: ({ id, report }) => waiting.get(id)?.(report),
  };
}

/**
 * The other end, in a worker: asks the first process for what all of them say.
 *
 * @param {{ label: string, say: (message: object) => void }} options label: of its place
 */
export function createColleagues({ label, say }) {
  /** @type {Map<number, (reports: PlaceReport[]) => void>} */
  const waiting = new Map();
  let asked = 0;
  return {
    label,
    /** Empty where the first process does not answer. @returns {Promise<PlaceReport[]>} */
    collect() {
      const id = ++asked;
      return new Promise((resolve) => {
        const done = (/** @type {PlaceReport[]} */ reports) => {
          clearTimeout(impatience);
          waiting.delete(id);
          resolve(reports);
        };
        const impatience = setTimeout(done, 2 * PATIENCE, []);
        waiting.set(id, done);
        say({ collect: { id } });
      });
    },
    /** @param {{ id: number, reports: PlaceReport[] }} answer */
    hear: ({ id, reports }) => waiting.get(id)?.(reports),
  };
}
