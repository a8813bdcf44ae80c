/** @import { ChangeStream } from './types.d.ts' */
import { memoize } from '@plinth/plugin';
import { isBefore, isVisible, later, parseSnapshot } from './snapshot.js';

/** So many of a table's last transactions are known one by one; of those before, only the highest number. */
const REMEMBERED = 256;
/** In the place of a name: what tells of a change of tables themselves concerns all of them. */
const SCHEMA = '';

/** @typedef {{ version: number, last: Set<number>, before: number | null }} Heard */
/** @typedef {{ tables: readonly string[], versions: readonly number[], generation: number }} Stamp */

/** @typedef {ReturnType<typeof createTableVersions>} TableVersions */
/**
 * The one count of a stream: who began to count later would not know of what was heard before.
 *
 * @type {(stream: ChangeStream) => TableVersions}
 */
export const tableVersionsOf = memoize((stream) => createTableVersions(stream));

/**
 * Counts what was heard of each table, for those who keep answers made of them.
 *
 * @param {Pick<ChangeStream, 'subscribe'>} stream
 */
export function createTableVersions(stream) {
  /** @type {Map<string, Heard>} */
  const heard = new Map();
  let generation = 0;
  const off = stream.subscribe((event) => {
    if (event.kind === 'reset') {
      generation++;
      heard.clear();
      if (event.transaction !== undefined) note(SCHEMA, event.transaction);
      return;
    }
    for (const { schema, table, transaction } of event.changes) note(`${schema}.${table}`, transaction);
  });

  /** @param {string} name @param {number} transaction */
  function note(name, transaction) {
    let of = heard.get(name);
    if (!of) heard.set(name, (of = { version: 0, last: new Set(), before: null }));
    of.version++;
    of.last.delete(transaction);
    of.last.add(transaction);
    if (of.last.size <= REMEMBERED) return;
    const oldest = /** @type {number} */ (of.last.values().next().value);
    of.last.delete(oldest);
    of.before = of.before === null ? oldest : later(of.before, oldest);
  }

  /** @param {string} name */
  const versionOf = (name) => heard.get(name)?.version ?? 0;

  return {
    /**
     * The versions that an answer was made of, read now. Null when a change that was heard is missing in its snapshot:
     * the log may tell of a commit before anybody can see it.
     *
     * @param {readonly string[]} tables @param {string} snapshot taken before anything was read
     * @param {number} since the generation when it was taken
     * @returns {Stamp | null}
     */
    stamp(tables, snapshot, since) {
      if (since !== generation) return null;
      const seen = parseSnapshot(snapshot);
      const isSeen = (/** @type {string} */ name) => shows(seen, heard.get(name));
      if (!isSeen(SCHEMA) || !tables.every(isSeen)) return null;
      return { tables, versions: tables.map(versionOf), generation };
    },
    /** Whether nothing of it has changed since. @param {Stamp} stamp */
    stands({ tables, versions, generation: made }) {
      if (made !== generation) return false;
      for (let i = 0; i < tables.length; i++) if (versionOf(tables[i]) !== versions[i]) return false;
      return true;
    },
    /** Grows with each `reset`. */
    generation: () => generation,
    close: off,
  };
}

/** Whether all that was heard of a table is visible. @param {ReturnType<typeof parseSnapshot>} seen @param {Heard | undefined} of */
function shows(seen, of) {
  if (!of) return true;
  if (of.before !== null && !isBefore(seen, of.before)) return false;
  for (const transaction of of.last) if (!isVisible(seen, transaction)) return false;
  return true;
}
