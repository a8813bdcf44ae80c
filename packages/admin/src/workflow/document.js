import { APP_LIMITS, stepLists } from '@plinth/plugin';

/** @import { Registry, Workflow, WorkflowStepState, Values } from '@plinth/plugin' */

/**
 * The part of a workflow that its editor changes.
 *
 * @typedef {Pick<Workflow, 'variables' | 'steps' | 'onError'>} Draft
 * @typedef {{ step: any, table: string | null, inError: boolean }} Place table: of `row` in its settings
 */

/** A draft as the browser sent it, as far as it has its shape. @param {Values} given @returns {Draft} */
export function readDraft(given) {
  const list = (/** @type {unknown} */ value) =>
    Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
  return { variables: list(given?.variables), steps: list(given?.steps), onError: list(given?.onError) };
}

/**
 * Where a step is.
 *
 * @param {Draft} draft @param {string} id @param {string | null} table that the workflow is about @param {Registry} registry
 * @returns {Place | null}
 */
export function placeOf(draft, id, table, registry) {
  return findIn(draft.steps, false, table, 0) ?? findIn(draft.onError, true, table, 0);

  /** @param {readonly WorkflowStepState[]} steps @param {boolean} inError @param {string | null} of @param {number} depth @returns {Place | null} */
  function findIn(steps, inError, of, depth) {
    if (depth > APP_LIMITS.workflowLevels) return null;
    for (const step of steps) {
      if (step?.id === id) return { step, table: of, inError };
      if (!step || !registry.has('workflowStep', step.kind)) continue;
      for (const list of stepLists(registry.workflowStep(step.kind), step)) {
        const inner = list.setting.of ? (step[list.setting.of] ?? null) : of;
        const found = findIn(list.steps, inError, inner, depth + 1);
        if (found) return found;
      }
    }
    return null;
  }
}

/** The ids of all tasks. @param {Draft} draft @param {Registry} registry @returns {string[]} */
export function tasksOf(draft, registry) {
  /** @type {string[]} */
  const found = [];
  const walk = (/** @type {readonly Values[]} */ steps, /** @type {number} */ depth) => {
    for (const step of depth > APP_LIMITS.workflowLevels ? [] : steps) {
      if (!step || !registry.has('workflowStep', step.kind)) continue;
      const definition = registry.workflowStep(step.kind);
      if (definition.isTask) found.push(String(step.id));
      for (const list of stepLists(definition, step)) walk(list.steps, depth + 1);
    }
  };
  walk(draft.steps, 0);
  walk(draft.onError, 0);
  return found;
}
