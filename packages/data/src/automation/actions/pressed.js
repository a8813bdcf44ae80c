import { randomUUID } from 'node:crypto';
import { AppError, asPhrase, phrase } from '@plinth/plugin';
import { holdRow } from './held-row.js';
import { merged, requireSteps, segmentsOf } from './run-steps.js';

/** @import { Action, ActionResult, Actor, Registry, Step } from '@plinth/plugin' */
/** @import { About } from '../types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */
/**
 * Fails if the button is not shown for the row any more.
 *
 * @typedef {(select: (queries: readonly import('@plinth/plugin').Query[]) => Promise<import('@plinth/plugin').Result[]>) => Promise<unknown>} Shown
 */

/**
 * What a button does, in transactions that lock its row first where that matters.
 *
 * @param {{ registry: Registry, log: import('../../create-data.js').Log, outbox: import('../outbox/outbox.js').Outbox,
 *   within: ReturnType<typeof import('../../gate/rows/within.js').createWithin>, runSegment: ReturnType<typeof import('./run-steps.js').createStepRunner> }} context
 */
export function createPressed({ registry, log, outbox, within, runSegment }) {
  /**
   * Steps of a button: those before and after one that reaches outside are transactions of their own.
   *
   * @param {Actor} actor @param {About} about @param {readonly Step[]} steps
   * @param {{ input: Record<string, string>, shown: Shown | null }} asked
   */
  async function runSteps(actor, about, steps, { input, shown }) {
    requireSteps(steps);
    for (const { do: step } of steps)
      if (registry.has('action', step?.action) && registry.action(step.action).background)
        throw notHere(registry.action(step.action));
    /** @type {ActionResult} */
    let result = {};
    for (const segment of segmentsOf(registry, steps)) {
      const given = { segment, actor, about, input, run: randomUUID(), isAttended: true };
      // A step that reaches outside must not lock the row.
      const first = segment.first === 0 && !segment.isOutside ? { shown } : {};
      const answer = await within((gate) => runSegment({ ...given, ...first, gate }));
      result = merged(result, answer.result);
      if (answer.result.note) log.info('action note', { note: answer.result.note, by: actor.userId });
      outbox.wake();
    }
    return result;
  }

  /**
   * An action in one transaction that locks its row before reading it.
   *
   * @param {Actor} actor @param {About} about @param {{ shown: Shown | null, act: (gate: Within) => Promise<ActionResult> }} what
   */
  async function held(actor, about, { shown, act }) {
    const result = await within(async (gate) => {
      await holdRow(gate, actor, about);
      await shown?.((queries) => gate.select(actor, queries));
      return act(gate);
    });
    outbox.wake();
    return result;
  }

  return { runSteps, held };
}

/** @param {Action} action */
export const notHere = ({ label }) =>
  new AppError('ACTION_INCOMPLETE', phrase`"${asPhrase(label)}" works in triggers only`, {
    status: 422,
    hint: 'Let a trigger do this, or remove the step',
  });
