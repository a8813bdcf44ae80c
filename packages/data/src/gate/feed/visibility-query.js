/** @import { Catalog, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Audience } from './audiences.js' */
/** @import { Members } from './members.js' */
import { setTimeout as sleep } from 'node:timers/promises';
import { SNAPSHOT } from '../reads/reading.js';
import { createSiteClock } from '../rows/site-clock.js';
import { isVisible, parseSnapshot } from '../../postgres/changes/snapshot.js';
import { MOST_MEMBERS } from './members.js';

/** The most pairs of row and user in one statement. */
const MOST_PAIRS = 5_000;
/** A commit appears in the log an instant before it becomes visible; how long to wait before asking again. */
const PAUSE_MS = 0.3;
const PATIENCE_MS = 10_000;

/**
 * Rows as each audience sees them now, by key.
 *
 * @typedef {Map<Audience, Map<string, Record<string, unknown>>>} Seen
 * @typedef {{ audience: Audience, keys: readonly string[] }} Wanted
 */

/**
 * Asks the database which rows are visible: one statement for each kind of rights, with all rows and users as values.
 *
 * @param {{ db: Database, catalog: () => Catalog, clock?: () => Date }} context
 */
export function createVisibilityQuery({ db, catalog, clock }) {
  const site = createSiteClock(clock);

  /** @param {Audience} audience */
  function valuesFor({ actor, plan }) {
    const now = site.now();
    const today = site.today(now, catalog());
    const timeZone = catalog().settings.timeZone ?? 'UTC';
    return plan.values({ actor, now, timeZone, today, siteToday: today, cursor: null });
  }

  /**
   * Runs statements in a snapshot in which all of these transactions are visible.
   *
   * @param {readonly number[]} transactions
   * @param {any[]} statements
   */
  async function afterCommits(transactions, statements) {
    const began = performance.now();
    /** While false, only the snapshot is read again, until it includes the commits. */
    let isClear = true;
    for (;;) {
      const asked = isClear ? statements : [];
      const [first, ...answers] = await db.pipeline([{ name: 'plinth_snapshot', text: SNAPSHOT }, ...asked]);
      if (first.error) throw first.error;
      const [{ snapshot: text }] = /** @type {Values[]} */ (first.rows);
      const snapshot = parseSnapshot(text);
      const isSeen = transactions.every((one) => isVisible(snapshot, one));
      if (isSeen && isClear) return { snapshot, answers };
      isClear = isSeen;
      if (isSeen) continue;
      if (performance.now() - began > PATIENCE_MS)
        throw new Error('A commit that was heard of does not become visible');
      await (performance.now() - began < 5 ? new Promise(setImmediate) : sleep(PAUSE_MS));
    }
  }

  return {
    /** Resolves once these commits are visible to every new snapshot. @param {readonly number[]} transactions */
    settled: async (transactions) => void (transactions.length > 0 && (await afterCommits(transactions, []))),

    /**
     * @param {readonly Wanted[]} wanted @param {readonly number[]} transactions that made the changes
     * @returns {Promise<Seen>}
     */
    async rows(wanted, transactions) {
      const batches = inBatches(wanted);
      /** @type {Seen} */
      const seen = new Map(wanted.map(({ audience }) => [audience, new Map()]));
      if (batches.length === 0) return seen;
      const statements = batches.map(({ pairs }) => statementOf(pairs, valuesFor));
      const { answers } = await afterCommits(transactions, statements);
      for (const [i, answer] of answers.entries()) {
        if (answer.error) throw answer.error;
        for (const cells of /** @type {unknown[][]} */ (answer.rows)) {
          const { audience, key } = batches[i].pairs[Number(cells[0]) - 1];
          seen.get(audience)?.set(key, toRow(audience.plan.names, cells));
        }
      }
      return seen;
    },

    /** Reads which rows the audiences see. @param {readonly Audience[]} audiences */
    async members(audiences) {
      const open = audiences.filter(({ members, plan }) => members && !plan.nothing);
      if (open.length === 0) return;
      const statements = open.map((audience) =>
        audience.plan.ids.bind({ ...valuesFor(audience), limit: MOST_MEMBERS + 1 }),
      );
      const { snapshot, answers } = await afterCommits([], statements);
      for (const [i, answer] of answers.entries()) {
        if (answer.error) throw answer.error;
        fill(/** @type {Members} */ (open[i].members), /** @type {any[]} */ (answer.rows), snapshot);
      }
    },
  };
}

/**
 * @param {readonly { audience: Audience, key: string }[]} pairs of one shape
 * @param {(audience: Audience) => Record<string, unknown>} valuesFor
 */
function statementOf(pairs, valuesFor) {
  const values = new Map([...new Set(pairs.map((pair) => pair.audience))].map((one) => [one, valuesFor(one)]));
  const [{ audience }] = pairs;
  /** @type {Record<string, unknown>} */
  const lists = { keys: pairs.map(({ key }) => key), users: pairs.map((pair) => pair.audience.actor.userId) };
  for (const name of audience.plan.constants)
    lists[name] = pairs.map((pair) => textOf(values.get(pair.audience)?.[name]));
  return {
    ...audience.plan.rows.bind({ ...values.get(audience), ...lists }),
    rowMode: /** @type {const} */ ('array'),
  };
}

/** @param {unknown} value */
const textOf = (value) => (value === null || value === undefined ? null : String(value));

/** @param {Members} members @param {readonly { id: string }[]} rows @param {ReturnType<typeof parseSnapshot>} snapshot */
function fill(members, rows, snapshot) {
  members.clear();
  members.complete = rows.length <= MOST_MEMBERS;
  members.snapshot = snapshot;
  for (const { id } of rows) members.add(id);
}

/** Pairs of row and audience, grouped by statement. @param {readonly Wanted[]} wanted */
function inBatches(wanted) {
  /** @type {Map<string, { pairs: { audience: Audience, key: string }[] }>} */
  const open = new Map();
  const batches = [];
  for (const { audience, keys } of wanted) {
    if (audience.plan.nothing) continue;
    for (const key of keys) {
      let batch = open.get(audience.group);
      if (!batch || batch.pairs.length >= MOST_PAIRS) {
        batch = { pairs: [] };
        open.set(audience.group, batch);
        batches.push(batch);
      }
      batch.pairs.push({ audience, key });
    }
  }
  return batches;
}

/** @param {readonly string[]} names @param {unknown[]} cells the pair's number, then the values */
function toRow(names, cells) {
  return Object.fromEntries(names.map((name, i) => [name, cells[i + 1]]));
}
