/** @import { Token, Work, WorkflowRun } from './types.d.ts' */
import { readRun, removeToken } from './claims.js';

/** Whether a run has gone another way since the token was made. @param {WorkflowRun} run @param {Pick<Token, 'epoch'>} token */
export const isVoid = (run, token) => run.epoch !== token.epoch || !['running', 'waiting'].includes(run.state);

/** Locks the run after a step outside, and takes over what happened in it meanwhile. @param {Work} at */
export async function stillOn(at) {
  const { rows } = await at.gate.tx.query(readRun(at.run.id, { isLocked: true }));
  const [run] = rows;
  at.token.is_outside = false;
  if (run && !isVoid(run, at.token)) {
    at.run = run;
    return true;
  }
  await at.gate.tx.query(removeToken(at.token.id));
  return false;
}
