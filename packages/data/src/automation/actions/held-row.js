/** @import { Action, Actor, Registry, Step } from '@plinth/plugin' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { About } from '../types.d.ts' */
/** @import { Segment } from './run-steps.js' */

/** Whether the action writes what it has read before. @param {Pick<Action, 'holds'>} action @param {unknown} config */
export const holdsRow = ({ holds = false }, config) => (typeof holds === 'function' ? holds(config ?? {}) : holds);

/**
 * Whether a segment decides or writes by values of its row. The condition of a step that reaches outside is checked before the
 * request, which must not lock the row while it runs.
 *
 * @param {Registry} registry @param {Segment} segment
 */
export const isHeld = (registry, { steps, isOutside }) =>
  steps.some((step) => (step.when && !isOutside) || holdsStep(registry, step));

/** @param {Registry} registry @param {Step} step */
const holdsStep = (registry, { do: { action, config } }) =>
  registry.has('action', action) && holdsRow(registry.action(action), config);

/**
 * Locks the row of the steps until the transaction ends, so that simultaneous presses see each other's changes.
 *
 * @param {Within} gate @param {Actor} actor @param {About} about
 */
export async function holdRow(gate, actor, { table, id, isGone }) {
  if (table && id !== null && !isGone) await gate.hold(actor, table.name, [id]);
}
