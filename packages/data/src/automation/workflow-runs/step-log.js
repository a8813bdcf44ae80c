/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Frame, RunError, TokenData, WorkflowStep } from './types.d.ts' */
import { sql } from '../../postgres/sql/index.js';
import { storedJson } from '../../postgres/sql/stored-json.js';

/** Characters stored of a step's input and output. */
const LONGEST = 2000;
/** Rounds of a loop whose steps are all kept; of later rounds, only the important ones. */
const ROUNDS = 200;

/**
 * @typedef {{ path: string, step: WorkflowStep, frames: readonly Frame[], state: 'done' | 'skipped' | 'failed' | 'waiting',
 *   attempt?: number, ms?: number, input?: unknown, output?: unknown, error?: RunError | null, by?: string | null,
 *   mayRestart?: boolean, before?: Record<string, unknown> | null }} Entry
 *   mayRestart: the run can begin again here; before: variables as they were
 */

/**
 * The result of each step of a run.
 *
 * @param {Within} gate @param {string} run
 */
export function createStepLog(gate, run) {
  /** @type {object[]} */
  let entries = [];

  /** Writes what was added. */
  async function save() {
    if (entries.length === 0) return;
    const added = entries;
    entries = [];
    await gate.tx.query(insert(run, added));
  }

  return {
    save,
    /** @param {Entry} entry */
    add(entry) {
      const undo = entry.state === 'done' && (entry.step.undo ?? []).length > 0;
      const rounds = entry.frames.at(-1)?.count ?? 0;
      if (!undo && rounds > ROUNDS && ['done', 'skipped'].includes(entry.state)) return;
      entries.push(rowOf(entry, undo));
    },
    /** Of a step that waits: its entry is completed later. @param {Entry} entry @returns {Promise<string>} */
    async open(entry) {
      // What was taken before comes before it, also when everything is undone.
      await save();
      const { rows } = await gate.tx.query(insert(run, [rowOf(entry, false)]));
      return String(rows[0].id);
    },
    /** How far a loop has come. @param {string} id @param {unknown} output */
    async progress(id, output) {
      await gate.tx.query(
        sql`update plinth.workflow_steps set output = ${shortened(output)}::jsonb where id = ${id}::bigint`,
      );
    },
    /** @param {string} id @param {Pick<Entry, 'step' | 'output' | 'error' | 'by' | 'before'> & { state: 'done' | 'failed' }} entry */
    async close(id, { state, step, output, error, by, before = null }) {
      const undo = state === 'done' && (step.undo ?? []).length > 0 ? 'open' : null;
      await gate.tx.query(sql`
        update plinth.workflow_steps
           set state = ${state}, done_at = clock_timestamp(), output = ${shortened(output)}::jsonb, undo = ${undo},
               error = ${error ? storedJson(error) : null}::jsonb, by = ${by ?? null}::uuid,
               before = coalesce(before, ${before && storedJson(before)}::jsonb),
               ms = least(extract(epoch from clock_timestamp() - started_at) * 1000, 2147483647)::int
         where id = ${id}::bigint`);
    },
  };
}

/** @param {Entry} entry @param {boolean} undo */
const rowOf = ({ path, step, frames, state, attempt = 1, ms = 0, input, output, error, by, ...restart }, undo) => ({
  path,
  step: step.id,
  kind: step.kind,
  state,
  attempt,
  ms: Math.round(ms),
  by: by ?? null,
  data: frames.length > 0 ? { frames: frames.map((frame) => ({ ...frame, ids: [] })) } : null,
  input: JSON.parse(shortened(input) ?? 'null'),
  output: JSON.parse(shortened(output) ?? 'null'),
  error: error ?? null,
  undo: undo ? 'open' : null,
  may_restart: restart.mayRestart ?? false,
  before: restart.before ?? null,
});

/** @param {string} run @param {readonly object[]} entries */
const insert = (run, entries) => sql`
  insert into plinth.workflow_steps (run_id, path, step, kind, data, state, attempt, started_at, done_at, ms, input, output, error, by, undo, may_restart, before)
  select ${run}::uuid, path, step, kind, data, state, attempt, clock_timestamp() - ms * interval '1 millisecond',
         case when state = 'waiting' then null else clock_timestamp() end, case when state = 'waiting' then null else ms end,
         nullif(input, 'null'), nullif(output, 'null'), nullif(error, 'null'), by, undo, may_restart, nullif(before, 'null')
    from jsonb_to_recordset(${storedJson(entries)}::jsonb)
      as e (path text, step text, kind text, data jsonb, state text, attempt int, ms int, input jsonb, output jsonb, error jsonb, by uuid, undo text,
            may_restart boolean, before jsonb)
  returning id`;

/** As JSON that is not too long. @param {unknown} value @returns {string | null} */
function shortened(value) {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value);
  if (text.length <= LONGEST) return text;
  return JSON.stringify(`${text.slice(0, LONGEST)}…`);
}
