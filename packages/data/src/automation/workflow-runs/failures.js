/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Place, RunError, Token, Work, WorkflowStep } from './types.d.ts' */
import { ladderFor, nextTry } from '../runs/retries.js';
import { shownError } from '../runs/run-error.js';
import { sql } from '../../postgres/sql/index.js';
import { saveRun, saveToken } from './claims.js';
import { endOf, endPaths, finish, nextUndo } from './endings.js';
import { isOutside } from './is-outside.js';
import { after, isOnMainPath } from './move.js';
import { stillOn } from './still-on.js';

/** A step failed: it is tried again later, passed over, or the run is given up. @param {Work} at @param {Place} place @param {unknown} problem @returns {Promise<Place | null>} */
export async function fail(at, { to, path }, problem) {
  const { gate, token, document, trial } = at;
  const step = document.at(path);
  const error = { ...shownError(problem), ...(step && { step: step.id }) };
  const attempt = token.attempts + 1;
  if (token.is_outside && !(await stillOn(at))) return null;
  const wait = trial || !step ? null : nextTry(ladderFor(problem, step), attempt, problem);
  const frames = token.data.frames ?? [];
  if (step && token.data.log && to === 'resume') await at.log.close(token.data.log, { step, state: 'failed', error });
  else if (step) at.log.add({ path, step, frames, state: 'failed', attempt, error, mayRestart: isOnMainPath(token) });
  if (wait !== null) {
    const due = new Date(new Date(at.run.now).getTime() + wait * 1000).toISOString();
    // A step that waited for a failed workflow starts a new run of it.
    const isAnew = to === 'resume' && Boolean(step?.retries);
    if (isAnew) token.data = token.data.frames ? { frames: token.data.frames } : {};
    Object.assign(token, {
      path,
      phase: isAnew ? 'enter' : to,
      waits: 'retry',
      due_at: due,
      attempts: attempt,
      is_outside: isOutside(at.kit, /** @type {WorkflowStep} */ (step)),
    });
    await gate.tx.query(saveToken(token));
    await gate.tx.query(saveRun(at.run));
    return null;
  }
  token.attempts = 0;
  if (step?.onError === 'continue') return after(document, path, token.root) ?? endOf(at);
  return giveUp(at, { to, path }, error);
}

/** Nobody has the rights to go on, nor to take anything back. @param {Work} at @param {Place} place @param {RunError} error */
export async function endWithout({ gate, token, run, document, kit }, place, error) {
  if (run.phase === 'steps') Object.assign(run, { error, left_at: await tokensOf(gate, token, place) });
  await kit.failed(gate, run, document, error);
  await endPaths(gate, run, token);
  await finish(gate, run, 'failed');
}

/** @param {Work} at @param {Place} place @param {RunError} error @returns {Promise<Place | null>} */
async function giveUp(at, place, error) {
  const { gate, token, run, document } = at;
  if (run.phase === 'onError') {
    await at.log.save();
    await finish(gate, run, 'failed');
    return null;
  }
  if (run.phase === 'steps') {
    Object.assign(run, { error, ends_as: 'failed', left_at: await tokensOf(gate, token, place) });
    await at.kit.failed(gate, run, document, error);
  }
  await at.log.save();
  await endPaths(gate, run, token);
  return nextUndo(at);
}

/** The tokens of a run as they are, to go on from there once more. @param {Within} gate @param {Token} own @param {Place} place */
async function tokensOf(gate, own, { to, path }) {
  const { rows } = await gate.tx.query(sql`
    select id, parent_id, path, root, phase, data, waits, children, is_outside
      from plinth.workflow_tokens
     where run_id = ${own.run_id}::uuid and epoch = ${own.epoch}::int`);
  return rows.map((token) => {
    if (token.id === own.id)
      return { ...token, path, phase: to === 'resume' ? 'enter' : to, data: own.data, waits: null };
    // A step that was waiting starts again.
    return token.waits === 'branches'
      ? token
      : { ...token, phase: token.phase === 'resume' ? 'enter' : token.phase, waits: null };
  });
}
