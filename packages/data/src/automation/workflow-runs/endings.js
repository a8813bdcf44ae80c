/** @import { Values } from '@plinth/plugin' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Place, Token, Work, WorkflowRun } from './types.d.ts' */
import { sql } from '../../postgres/sql/index.js';
import { addToken, branchEnded, endRun, readRun, removeToken, saveRun, wakeToken } from './claims.js';
import { into } from './move.js';

/**
 * Ends everything that a run has open: tokens are deleted, tasks closed, and runs that it waits for cancelled. Another process
 * that works on a token notices later.
 *
 * @param {Within} gate @param {WorkflowRun} run @param {Token | null} own remains
 */
export async function endPaths(gate, run, own) {
  run.epoch++;
  const { rows } = await gate.tx.query(endAll(run.id, own?.id ?? null));
  for (const { id } of rows) await cancelRun(gate, id, { isUndone: true });
  if (own) Object.assign(own, { epoch: run.epoch, parent_id: null });
}

/** @param {string} run @param {string | null} own token that remains @returns ids of the runs that it waited for */
const endAll = (run, own) => sql`
  with tokens as (
    delete from plinth.workflow_tokens
     where id in (select t.id
                    from plinth.workflow_tokens t
                   where t.run_id = ${run}::uuid and t.id is distinct from ${own}::uuid
                     for update skip locked)
  ), tasks as (
    update plinth.tasks set state = 'cancelled' where run_id = ${run}::uuid and state = 'open'
  ), steps as (
    update plinth.workflow_steps
       set state = 'cancelled', done_at = clock_timestamp()
     where run_id = ${run}::uuid and state = 'waiting'
  )
  select r.id
    from plinth.workflow_runs r
    join plinth.workflow_tokens t on t.id = r.parent_token
   where t.run_id = ${run}::uuid and r.done_at is null`;

/**
 * @param {Within} gate @param {WorkflowRun} run @param {'done' | 'failed' | 'cancelled'} state @param {string | null} [result]
 */
export async function finish(gate, run, state, result = null) {
  await gate.tx.query(endRun(run, state, result));
  if (run.parent_token) await gate.tx.query(wakeToken(run.parent_token, 'run', { state, result, error: run.error }));
}

/**
 * @param {Within} gate @param {string} id @param {{ isUndone: boolean }} options isUndone: what it did is taken back first
 * @returns {Promise<boolean>} false: it had ended
 */
export async function cancelRun(gate, id, { isUndone }) {
  const { rows } = await gate.tx.query(readRun(id, { isLocked: true }));
  const run = /** @type {WorkflowRun | undefined} */ (rows[0]);
  if (!run || !['running', 'waiting'].includes(run.state)) return false;
  await endPaths(gate, run, null);
  if (!isUndone) {
    await finish(gate, run, 'cancelled');
    return true;
  }
  await gate.tx.query(sql`
    update plinth.workflow_runs
       set epoch = ${run.epoch}::int, phase = 'undo', ends_as = 'cancelled', state = 'running'
     where id = ${id}::uuid`);
  await gate.tx.query(
    addToken({
      run_id: id,
      epoch: run.epoch,
      parent_id: null,
      path: '',
      root: 'undo',
      data: {},
      is_outside: false,
      phase: 'ended',
    }),
  );
  return true;
}

/** The token's list has ended. @param {Work} at @returns {Promise<Place | null>} */
export async function endOf(at) {
  const { gate, token, run } = at;
  if (token.parent_id !== null) {
    await gate.tx.query(removeToken(token.id));
    await gate.tx.query(branchEnded(token.parent_id));
    await gate.tx.query(saveRun(run));
    return null;
  }
  if (run.phase === 'undo') return nextUndo(at);
  await at.log.save();
  await finish(gate, run, run.phase === 'steps' ? 'done' : 'failed');
  return null;
}

/** What was done last is taken back first; then come the steps for errors. @param {Work} at @returns {Promise<Place | null>} */
export async function nextUndo(at) {
  const { gate, token, run, document } = at;
  await at.log.save();
  const found = await takeUndo(gate, run.id);
  if (found) {
    run.phase = 'undo';
    const list = `${found.path}/undo`;
    Object.assign(token, { root: list, data: { ...found.data }, attempts: 0 });
    return into(document, list);
  }
  if (run.ends_as === 'failed' && run.phase !== 'onError' && document.first('onError')) {
    run.phase = 'onError';
    Object.assign(token, { root: 'onError', data: {}, attempts: 0 });
    return { to: 'enter', path: 'onError/0' };
  }
  await finish(gate, run, run.ends_as ?? 'failed');
  return null;
}

/** The path of what is to be taken back next, and its loops; it counts as taken back. @param {Within} gate @param {string} run */
async function takeUndo(gate, run) {
  const { rows } = await gate.tx.query(sql`
    update plinth.workflow_steps
       set undo = 'done'
     where id = (select id from plinth.workflow_steps where run_id = ${run}::uuid and undo = 'open' order by id desc limit 1)
    returning path, data`);
  return /** @type {{ path: string, data: Values } | undefined} */ (rows[0]);
}
