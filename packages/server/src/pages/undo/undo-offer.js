/** @import { Registry, Values } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

/**
 * The id by which what this request wrote can be undone, for the message about it. Null: nothing was written, the table
 * keeps no history, or whoever wrote may not take it back.
 *
 * @param {Request} req @returns {Promise<string | null>}
 */
export const undoOffer = ({ ctx }) => ctx.app.data.history.undoOffered(ctx.changing());

/** Groups of actions that write rows, or nothing. */
const ROWS_ONLY = new Set(['row', 'rows', 'show']);

/**
 * Whether an action does nothing but write rows. A mail that it sent can't be undone, so nothing is offered then.
 *
 * @param {Registry} registry @param {{ action: string, config?: Values }} placed
 */
export function writesRowsOnly(registry, { action: name, config }) {
  const action = registry.action(name);
  if (!action.takesSteps) return isRowsOnly(registry, name);
  const steps = Array.isArray(config?.steps) ? config.steps : [];
  return steps.every((/** @type {Values} */ { do: step }) => isRowsOnly(registry, step?.action));
}

/** @param {Registry} registry @param {string} name */
function isRowsOnly(registry, name) {
  if (!registry.has('action', name)) return false;
  const { right, group, outside, takesSteps } = registry.action(name);
  return !outside && !takesSteps && (right !== undefined || (group !== undefined && ROWS_ONLY.has(group)));
}
