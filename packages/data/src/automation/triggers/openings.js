/** @import { Catalog } from '@plinth/plugin' */
/** @import { Log } from '../../create-data.js' */
import { memoize } from '@plinth/plugin';
import { sql } from '../../postgres/sql/index.js';
import { redacted } from './hooks/redact.js';
import { storedJson } from '../../postgres/sql/stored-json.js';

const SOURCE = 'page_open';
/** Openings are collected for this long, in ms, and then written together. */
const EVERY = 200;
/** The most openings to collect; more would exceed the limits of the triggers anyway. */
const MOST = 500;
const MOST_PARAMETERS = 20;

/**
 * Opened pages start triggers. The page is sent first, so its reader doesn't wait, and openings are recorded only if a trigger
 * needs them.
 *
 * @param {{ db: { query: (query: any) => Promise<any> }, catalog: () => Catalog, log: Log, wake: () => void }} context
 */
export function createOpenings({ db, catalog, log, wake }) {
  /** Of a Catalog: ids of triggers by page. */
  const watchers = memoize((/** @type {Catalog} */ { triggers }) =>
    Map.groupBy(
      triggers.filter(({ enabled, source }) => enabled && source === SOURCE),
      ({ options }) => options.page,
    ),
  );
  /** @type {{ page: string, user: string | null, event: object }[]} */
  let waiting = [];
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<void>} */
  let busy = Promise.resolve();

  async function write() {
    timer = undefined;
    const openings = waiting;
    waiting = [];
    const known = watchers(catalog());
    const runs = openings.flatMap(({ page, user, event }) =>
      (known.get(page) ?? []).map(({ id, options }) => ({ id, most: options.perMinute ?? 60, user, event })),
    );
    if (runs.length === 0) return;
    try {
      await db.query(start(runs));
      wake();
    } catch (error) {
      log.warn('opened pages not noted', { error: String(error) });
    }
  }

  return {
    /** Whether a trigger needs openings of any page. */
    any: () => watchers(catalog()).size > 0,

    /** Whether a trigger wants to know of it. @param {string} page */
    watches: (page) => watchers(catalog()).has(page),

    /** @param {string} page @param {{ user: string | null, query: Iterable<[string, string]> }} by */
    note(page, { user, query }) {
      if (waiting.length >= MOST) return;
      const parameters = Object.fromEntries([...query].slice(0, MOST_PARAMETERS));
      const event = { time: new Date().toISOString(), page, user, query: wellFormed(redacted(parameters)) };
      waiting.push({ page, user, event });
      timer ??= setTimeout(() => {
        busy = busy.then(write);
      }, EVERY);
    },

    /** Writes what waits. */
    async flush() {
      clearTimeout(timer);
      busy = busy.then(write);
      await busy;
    },
  };
}

/** @param {{ id: string, most: number, user: string | null, event: object }[]} runs */
const start = (runs) => sql`
  select plinth.start_trigger(o.id, ${SOURCE}, null, o.event, o.user, now())
    from jsonb_to_recordset(${storedJson(runs)}::text::jsonb) as o (id uuid, most int, "user" uuid, event jsonb)
   where plinth.count_request('open:' || o.id, o.most, interval '1 minute') = 0`;

/** PostgreSQL stores neither zeros nor halves of characters. @param {Record<string, string>} values */
const wellFormed = (values) =>
  Object.fromEntries(
    Object.entries(values).map((entry) => entry.map((text) => text.toWellFormed().replaceAll('\0', ''))),
  );
