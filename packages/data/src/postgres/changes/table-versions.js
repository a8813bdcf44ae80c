/** @import { ChangeStream } from './types.d.ts' */
import { memoize } from '@plinth/plugin';
import { isBefore, isVisible, later, parseSnapshot } from './snapshot.js';

/** How many of a table's last transactions are remembered individually; of older ones only the highest number. */
const REMEMBERED = 256;
/** Stands for all tables: used when the tables themselves were changed. */
const SCHEMA = '';

/** @type {ReadonlySet<string>} */
const NONE = new Set();

/** @typedef {{ version: number, last: Set<number>, before: number | null }} Heard */
/** @typedef {{ tables: readonly string[], versions: readonly number[], generation: number }} Stamp */

/** @typedef {ReturnType<typeof createTableVersions>} TableVersions */
/**
 * One counter per stream, because a counter that started later would miss earlier changes.
 *
 * @type {(stream: ChangeStream) => TableVersions}
 */
export const tableVersionsOf = memoize((stream) => createTableVersions(stream));

/**
 * Counts the changes of each table, for caches of what was read from them.
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
     * The current versions of the tables that an answer was made from. Null if its snapshot lacks a change that was
     * received: a commit may appear in the log before it becomes visible.
     *
     * @param {readonly string[]} tables @param {string} snapshot taken before anything was read
     * @param {number} since the generation when it was taken
     * @param {ReadonlySet<string>} [held] tables that only parts were made from whose own stamps stand
     * @returns {Stamp | null}
     */
    stamp(tables, snapshot, since, held = NONE) {
      if (since !== generation) return null;
      const seen = parseSnapshot(snapshot);
      const isSeen = (/** @type {string} */ name) => held.has(name) || shows(seen, heard.get(name));
      // Stamps of before a change of the tables themselves don't stand.
      const isHeld = tables.length > 0 && tables.every((name) => held.has(name));
      if (!tables.every(isSeen) || !(isHeld || isSeen(SCHEMA))) return null;
      return { tables, versions: tables.map(versionOf), generation };
    },
    /** Whether none of its tables has changed since. @param {Stamp} stamp */
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

/** Whether all known changes of a table are visible in a snapshot. @param {ReturnType<typeof parseSnapshot>} seen @param {Heard | undefined} of */
function shows(seen, of) {
  if (!of) return true;
  if (of.before !== null && !isBefore(seen, of.before)) return false;
  for (const transaction of of.last) if (!isVisible(seen, transaction)) return false;
  return true;
}
