/** @import { Token, WorkflowRun } from './types.d.ts' */
import { claimDue } from '../runs/claims.js';
import { empty, fixed, sql } from '../../postgres/sql/index.js';
import { storedJson } from '../../postgres/sql/stored-json.js';

const TOKEN = fixed('id, run_id, epoch, parent_id, path, root, phase, data, waits, due_at, attempts, is_outside');

/** @type {import('../runs/claims.js').Queue} */
export const TOKENS = Object.freeze({
  table: fixed('plinth.workflow_tokens'),
  columns: TOKEN,
  isDue: fixed('due_at is not null'),
});

/** Tokens that are due, in two kinds. @type {readonly import('../runs/run-some.js').Lane[]} */
export const LANES = Object.freeze([
  { isOutside: true, claim: (turn, most) => claimDue(TOKENS, fixed('is_outside'), turn, most) },
  { isOutside: false, claim: (turn, most) => claimDue(TOKENS, fixed('not is_outside'), turn, most) },
]);

/** @param {string} run */
export const tokenOf = (run) => sql`
  select ${TOKEN}
    from plinth.workflow_tokens
   where run_id = ${run}::uuid and (waits is distinct from 'branches' or children = 0)
   order by id
   limit 1`;

/** @param {string} id @param {{ isLocked: boolean }} options */
export const readRun = (id, { isLocked }) => sql`
  select id, object_id, version, row_key, variables, results, state, phase, ends_as, epoch, caused_by, chain, parent_token,
         is_test, secret, error, left_at, restarts, clock_timestamp() as now
    from plinth.workflow_runs
   where id = ${id}::uuid ${isLocked ? fixed('for update') : empty}`;

/** @param {Token} token @param {{ table?: string | null, key?: string | null, hook?: string | null, children?: number }} [waitsFor] */
export function saveToken(token, { table = null, key = null, hook = null, children = 0 } = {}) {
  const {
    id,
    epoch,
    parent_id: parent,
    path,
    root,
    phase,
    data,
    waits,
    due_at: due,
    attempts,
    is_outside: outside,
  } = token;
  return sql`
  update plinth.workflow_tokens
     set epoch = ${epoch}::int, parent_id = ${parent}::uuid, path = ${path}, root = ${root}, phase = ${phase},
         data = ${storedJson(data)}::jsonb, waits = ${waits}, due_at = ${due}::timestamptz, attempts = ${attempts}::int,
         is_outside = ${outside}, table_id = ${table}::uuid, row_key = ${key}, hook = ${hook}, children = ${children}::int
   where id = ${id}::uuid`;
}

/** @param {Pick<Token, 'run_id' | 'epoch' | 'parent_id' | 'path' | 'root' | 'data' | 'is_outside'> & { phase?: string }} token */
export const addToken = ({
  run_id: run,
  epoch,
  parent_id: parent,
  path,
  root,
  data,
  is_outside: outside,
  phase = 'enter',
}) => sql`
  insert into plinth.workflow_tokens (caused_by, run_id, epoch, parent_id, path, root, data, is_outside, phase)
  values ((select caused_by from plinth.workflow_runs where id = ${run}::uuid), ${run}::uuid, ${epoch}::int, ${parent}::uuid,
          ${path}, ${root}, ${storedJson(data)}::jsonb, ${outside}, ${phase})
  returning id`;

/** @param {string} id */
export const removeToken = (id) => sql`delete from plinth.workflow_tokens where id = ${id}::uuid`;

/** One of the lists of a parallel step has ended; after the last one, the step goes on. @param {string} parent */
export const branchEnded = (parent) => sql`
  update plinth.workflow_tokens
     set children = children - 1, due_at = case when children <= 1 then now() else due_at end
   where id = ${parent}::uuid and waits = 'branches'`;

/** What a token waited for came. @param {string} id @param {string} waits @param {unknown} came */
export const wakeToken = (id, waits, came) => sql`
  update plinth.workflow_tokens
     set due_at = now(), data = jsonb_set(data, '{came}', ${storedJson(came)}::jsonb)
   where id = ${id}::uuid and waits = ${waits}`;

/** @param {WorkflowRun} run */
export const saveRun = ({ id, variables, results, phase, ends_as: ends, epoch, error, left_at: left }) => sql`
  update plinth.workflow_runs
     set variables = ${storedJson(variables)}::jsonb, results = ${storedJson(results)}::jsonb, phase = ${phase},
         ends_as = ${ends}, epoch = ${epoch}::int, error = ${error && storedJson(error)}::jsonb,
         left_at = ${left && storedJson(left)}::jsonb,
         state = case when exists (select from plinth.workflow_tokens t
                                    where t.run_id = ${id}::uuid and t.epoch = ${epoch}::int and t.waits is null)
                      then 'running' else 'waiting' end
   where id = ${id}::uuid`;

/**
 * After a success, the next failure is reported to admins again.
 *
 * @param {WorkflowRun} run @param {'done' | 'failed' | 'cancelled'} state @param {string | null} result
 */
export const endRun = (
  { id, object_id: workflow, variables, results, epoch, error, left_at: left },
  state,
  result,
) => sql`
  with gone as (delete from plinth.workflow_tokens
                 where id in (select t.id from plinth.workflow_tokens t where t.run_id = ${id}::uuid for update skip locked)),
  well as (update plinth.trigger_states set failures = 0
            where trigger_id = ${workflow}::uuid and failures > 0 and ${state}::text = 'done')
  update plinth.workflow_runs
     set variables = ${storedJson(variables)}::jsonb, results = ${storedJson(results)}::jsonb, state = ${state},
         epoch = ${epoch}::int, result = ${result}, error = ${error && storedJson(error)}::jsonb,
         left_at = ${left && storedJson(left)}::jsonb, done_at = clock_timestamp()
   where id = ${id}::uuid`;
