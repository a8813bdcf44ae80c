/** @import { Message, WorkflowStepState } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { needsRow } from '@plinth/expressions';
import { stepLists } from '@plinth/plugin';

/**
 * Actions that work on a row where there is none: the workflow is about no table, and no loop is around them.
 *
 * @param {readonly WorkflowStepState[]} steps checked @param {string | null} table of `row` where they are @param {Scope} scope
 * @returns {Record<string, Message>} by `steps.<id>.do`
 */
export function rowErrors(steps, table, scope) {
  const { registry, catalog } = scope;
  /** @type {Record<string, Message>} */
  const errors = {};
  for (const step of steps) {
    const isKnown = table === null && registry.has('action', step.do?.action);
    if (isKnown && needsRow(registry, step.do, catalog))
      errors[`steps.${step.id}.do`] = 'This needs a row, but the workflow is about none';
    for (const { setting, steps: inner } of stepLists(registry.workflowStep(step.kind), step))
      Object.assign(errors, rowErrors(inner, setting.of ? (step[setting.of] ?? null) : table, scope));
  }
  return errors;
}
