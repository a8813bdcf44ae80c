/** @import { Document } from './document.js' */
/** @import { Place, Token, WorkflowRun } from './types.d.ts' */
import { stepsOf } from './document.js';

/**
 * The person to whom a step is attributed: the one who answered the last task on its path. Tasks of parallel parts are not on
 * its path; before the first answer it is the user whose rights the run has.
 *
 * @param {Document} document @param {Pick<WorkflowRun, 'results'>} run @param {Place} place @param {Token} token
 * @returns {string | null}
 */
export function doerOf({ body }, { results }, { to, path }, { data }) {
  const came = to === 'resume' ? data.came : null;
  if (typeof came?.outcome === 'string' && typeof came.by === 'string') return came.by;
  /** @type {{ by: string, at: string } | null} */
  let last = null;
  if (Object.keys(results).length === 0) return null;
  for (const { path: other, step } of stepsOf(body)) {
    const { by, at } = results[step.id] ?? {};
    if (typeof by !== 'string' || typeof at !== 'string' || isBeside(other, path)) continue;
    if (last === null || at > last.at) last = { by, at };
  }
  return last?.by ?? null;
}

/** Whether two steps are in different parts of the same step. @param {string} one @param {string} other paths */
function isBeside(one, other) {
  const [ours, theirs] = [one.split('/'), other.split('/')];
  const at = ours.findIndex((part, i) => part !== theirs[i]);
  return at > 0 && theirs[at] !== undefined && ours[at - 1] === 'branches';
}
