/** @import { Values } from '@plinth/plugin' */
/** @import { Workflow, WorkflowStep } from './types.d.ts' */

/**
 * A workflow as a run knows it. A place is a path, such as `steps/1/branches/0/steps/2`; a list of steps is the path
 * without the last number.
 *
 * @typedef {{ body: Workflow, at(path: string): WorkflowStep, has(path: string): boolean, next(path: string): string | null,
 *   first(list: string): string | null, around(list: string): string | null }} Document
 */

/** @param {Workflow} body @returns {Document} */
export function createDocument(body) {
  const find = (/** @type {string} */ path) =>
    path.split('/').reduce((/** @type {any} */ node, key) => node?.[key], body);
  const has = (/** @type {string} */ path) => Boolean(find(path));
  return {
    body,
    has,
    at: (path) => find(path),
    /** The step after it in the same list. */
    next(path) {
      const after = `${listOf(path)}/${Number(path.slice(path.lastIndexOf('/') + 1)) + 1}`;
      return has(after) ? after : null;
    },
    first: (list) => (has(`${list}/0`) ? `${list}/0` : null),
    /** The step that a list belongs to; null for the lists of the workflow itself. */
    around: (list) => (list.includes('/') ? list.replace(/(\/branches\/\d+)?\/[A-Za-z]+$/, '') : null),
  };
}

/** The list that a step is in. @param {string} path */
export const listOf = (path) => path.slice(0, path.lastIndexOf('/'));

/** Every step, with its path. @param {Workflow} body @returns {Generator<{ path: string, step: WorkflowStep }>} */
export function* stepsOf(body) {
  for (const list of ['steps', 'onError']) yield* stepsIn(/** @type {Values} */ (body)[list], list);
}

/** Lists of steps that a step may have. */
const LISTS = ['steps', 'otherwise', 'onTimeout', 'undo'];

/** @param {readonly WorkflowStep[] | undefined} steps @param {string} list @returns {Generator<{ path: string, step: WorkflowStep }>} */
function* stepsIn(steps, list) {
  for (const [i, step] of (steps ?? []).entries()) {
    const path = `${list}/${i}`;
    yield { path, step };
    for (const name of LISTS) yield* stepsIn(step[name], `${path}/${name}`);
    for (const [n, branch] of (step.branches ?? []).entries())
      yield* stepsIn(branch.steps, `${path}/branches/${n}/steps`);
  }
}
