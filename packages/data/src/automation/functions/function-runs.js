/** @import { Actor, AppFunction } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { FunctionError } from './failures.js' */
/** @import { LogLine } from './sandbox/types.d.ts' */
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { deleteOldRuns } from '../runs/delete-old-runs.js';
import { asUuid, k, sql } from '../../postgres/sql/index.js';
import { storedJson } from '../../postgres/sql/stored-json.js';

/** Runs are written together. In ms. */
const EVERY = 1000;
/** Of one function, written at once: the newest ones. */
const MOST_AT_ONCE = 100;
/** The reader of a streamed response has left, so the function was stopped; it did not fail. */
const LEFT = 'FUNCTION_LEFT';
/** A process stores at most one successful call of a function, and one whose caller went away, in this time, in ms. */
const SUCCESS_EVERY = 10_000;
/** Kept for each function: as many failures as successes, so that a busy function doesn't push out its failures. */
const KEPT = 100;
const MOST_LINES = 50;
const LONGEST_LINE = 500;

/**
 * @typedef {{ id: string, startedAt: string, ms: number, by: { id: string, name: string } | null, code: string | null,
 *   error: { message: string, line: number | null } | null, logs: LogLine[], outcome: 'done' | 'left' | 'failed' }} FunctionRun
 *   code: of the error; outcome: left: its reader went away while it answered in parts
 * @typedef {{ function_id: string, started_at: string, ms: number, user_id: string | null, code: string | null, error: object | null,
 *   logs: LogLine[] }} Entry
 */

/**
 * The results of calls. A call only pushes to a list, which its process writes once a second if it is not empty.
 *
 * @param {{ db: Database, log: import('../../create-data.js').Log }} context
 */
export function createFunctionRuns({ db, log }) {
  /** By function, newest last. @type {Map<string, Entry[]>} */
  let waiting = new Map();
  /** When a success of a function was last kept, by its id and what became of it. @type {Map<string, number>} */
  const succeeded = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const counts = createCounts();

  /** Writes what waits. */
  async function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const entries = [...waiting.values()].flat();
    const ids = [...waiting.keys()];
    waiting = new Map();
    try {
      await db.query(insertion(entries));
      await db.query(trimming(ids));
    } catch (error) {
      log.warn('runs of functions could not be stored', { error: String(error) });
    }
  }

  return {
    flush,
    counters: counts.read,

    /** @param {AppFunction} fn @param {Actor} actor @param {{ ms: number, logs: LogLine[], error?: FunctionError }} outcome */
    note(fn, actor, { ms, logs, error }) {
      const now = performance.now();
      counts.add(ms, error);
      const code = error?.code ?? null;
      const kind = `${fn.id} ${code}`;
      if (!isFailure(code) && now - (succeeded.get(kind) ?? -Infinity) < SUCCESS_EVERY) return;
      if (!isFailure(code)) succeeded.set(kind, now);
      const list = waiting.get(fn.id) ?? [];
      waiting.set(fn.id, list);
      list.push(entryOf(fn, actor, { ms, logs, error }));
      if (list.length > MOST_AT_ONCE) dropFailure(list);
      timer ??= setTimeout(flush, EVERY).unref();
    },

    /** Newest first. @param {Actor} actor @param {string} fn id @returns {Promise<FunctionRun[]>} */
    async list(actor, fn) {
      requireAdmin(actor);
      const { rows } = await db.query(
        k('plinth.function_runs as r')
          .leftJoin('plinth.users as u', 'u.id', 'r.user_id')
          .select({ id: 'r.id', startedAt: 'r.started_at', ms: 'r.ms', userId: 'r.user_id', userName: 'u.name' })
          .select('r.code', 'r.error', 'r.logs')
          .where('r.function_id', asUuid(fn))
          .orderBy('r.id', 'desc')
          .limit(KEPT),
      );
      return rows.map(({ userId, userName, ...run }) => ({
        ...run,
        outcome: outcomeOf(run.code),
        by: userId === null ? null : { id: userId, name: userName ?? '' },
      }));
    },

    /** Deletes old runs. */
    async sweep() {
      await deleteOldRuns(db, 'plinth.function_runs', 'started_at');
    },
  };
}

/** @param {string | null} code of an error */
const isFailure = (code) => code !== null && code !== LEFT;

/** @param {string | null} code @returns {FunctionRun['outcome']} */
const outcomeOf = (code) => (code === null ? 'done' : isFailure(code) ? 'failed' : 'left');

/** The oldest one. @param {Entry[]} list */
function dropFailure(list) {
  const oldest = list.findIndex(({ code }) => isFailure(code));
  list.splice(oldest, 1);
}

/** Calls of this process since its start. errors: those that failed or refused. */
function createCounts() {
  const counts = { calls: 0, errors: 0, seconds: 0 };
  return {
    read: () => ({ ...counts }),
    /** @param {number} ms @param {FunctionError} [error] */
    add(ms, error) {
      counts.calls++;
      counts.seconds += ms / 1000;
      if (error && isFailure(error.code)) counts.errors++;
    },
  };
}

/** @param {AppFunction} fn @param {Actor} actor @param {{ ms: number, logs: LogLine[], error?: FunctionError }} outcome @returns {Entry} */
const entryOf = (fn, actor, { ms, logs, error }) => ({
  function_id: fn.id,
  started_at: new Date(Date.now() - ms).toISOString(),
  ms,
  user_id: actor.userId,
  code: error?.code ?? null,
  error: error ? told(error) : null,
  logs: logs.slice(-MOST_LINES).map(({ level, text }) => ({ level, text: text.slice(0, LONGEST_LINE) })),
});

/** @param {FunctionError} error */
const told = ({ trouble: { message, line, column } }) => ({ message: message.slice(0, 2000), line, column });

/** Skips functions that were removed in the meantime. @param {Entry[]} entries */
const insertion = (entries) => sql`
  insert into plinth.function_runs (function_id, started_at, ms, user_id, code, error, logs)
  select e.function_id, e.started_at, e.ms, e.user_id, e.code, e.error, e.logs
    from rows from (jsonb_to_recordset(${storedJson(entries)}::jsonb)
           as (function_id uuid, started_at timestamptz, ms real, user_id uuid, code text, error jsonb, logs jsonb))
         with ordinality as e (function_id, started_at, ms, user_id, code, error, logs, place)
    join plinth.objects o on o.id = e.function_id
   order by e.place`;

/** @param {string[]} ids */
const trimming = (ids) => sql`
  delete from plinth.function_runs
   where id in (select id
                  from (select id, row_number() over (partition by function_id, coalesce(code, ${LEFT}) = ${LEFT} order by id desc) as place
                          from plinth.function_runs
                         where function_id = any(${ids}::uuid[])) r
                 where place > ${KEPT / 2}::int)`;
