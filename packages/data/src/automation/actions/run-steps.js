/** @import { ActionResult, Actor, Registry, Step, Values } from '@plinth/plugin' */
/** @import { About } from '../types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { createActionContexts } from './action-context.js' */
import { needsRow } from '@plinth/expressions';
import { AppError, checkSettings, phrase } from '@plinth/plugin';
import { rowMissing } from './action-context.js';
import { holdRow, isHeld } from './held-row.js';
import { LIMITS } from '../../catalog/limits/limits.js';

/**
 * Consecutive steps that share one transaction. A step that reaches outside of the database is alone, because it can't be
 * rolled back and may take long.
 *
 * @typedef {{ first: number, steps: readonly Step[], isOutside: boolean }} Segment
 * @typedef {{ step: number, action: string, ran: boolean, message?: string, ms: number }} Done what became of a step
 */

/** Steps of one button or trigger. */
export const MOST_STEPS = LIMITS.actionSteps;

/** @param {Registry} registry @param {readonly Step[]} steps @returns {Segment[]} */
export function segmentsOf(registry, steps) {
  /** @type {{ first: number, steps: Step[], isOutside: boolean }[]} */
  const segments = [];
  for (const [i, step] of steps.entries()) {
    const name = step.do?.action;
    const isOutside = registry.has('action', name) && registry.action(name).outside === true;
    const last = segments.at(-1);
    if (last && !isOutside && !last.isOutside) last.steps.push(step);
    else segments.push({ first: i, steps: [step], isOutside });
  }
  return segments;
}

/**
 * Runs steps in order, each only if its condition holds, with the rights of the actor.
 *
 * @param {{ registry: Registry, contexts: ReturnType<typeof createActionContexts> }} parts
 */
export function createStepRunner({ registry, contexts }) {
  /**
   * One segment, in a transaction.
   *
   * @param {{ segment: Segment, actor: Actor, about: About, gate: Within, run: string, input?: Record<string, string>,
   *   held?: import('./action-context.js').Held | null, isAttended?: boolean,
   *   shown?: import('./pressed.js').Shown | null }} given
   *   run: the same if the segment is run again; isAttended: somebody waits, who is told what a run by itself would skip; shown:
   *   asked once the row is locked
   * @returns {Promise<{ result: ActionResult, done: Done[] }>}
   * @throws {AppError} the error of the step that failed; `details.step` is its number, from 1
   */
  return async function runSegment({ segment, actor, about, gate, run, input = {}, held = null, ...given }) {
    const { isAttended = false, shown = null } = given;
    const context = contexts.contextOf(actor, about, gate, held);
    if (shown || isHeld(registry, segment)) await holdRow(gate, actor, about);
    await shown?.((queries) => gate.select(actor, queries));
    /** @type {ActionResult} */
    let result = {};
    /** @type {Done[]} */
    const done = [];
    for (const [i, step] of segment.steps.entries()) {
      const number = segment.first + i + 1;
      const began = performance.now();
      try {
        const [holds] = step.when ? await context.evaluate([step.when]) : [true];
        const ran = holds === true;
        const answer = ran ? await runStep(step, context, `${run}.${number}`) : {};
        result = merged(result, answer);
        const message = answer?.note ?? answer?.message;
        const ms = Math.round(performance.now() - began);
        done.push({ step: number, action: step.do.action, ran, ...(message && { message }), ms });
      } catch (error) {
        const message = isAttended ? null : skippedBy(error);
        if (message === null) throw error instanceof AppError ? atStep(error, number, done) : error;
        result = merged(result, { message });
        done.push({ step: number, action: step.do.action, ran: true, message, ms: 0 });
      }
    }
    return { result, done };

    /** @param {Step} step @param {ReturnType<typeof contexts.contextOf>} context @param {string} key */
    async function runStep({ do: { action: name, config } }, context, key) {
      const action = registry.action(name);
      const hasRow = about.table !== null && about.id !== null && !about.isGone;
      if (!hasRow && needsRow(registry, { action: name, config }, contexts.catalog())) throw rowMissing(action);
      const steps = async () => {
        throw nested();
      };
      return action.run({ ...context, config: checkSettings(action.settings, config ?? {}), input, steps, key });
    }
  };
}

/**
 * The note of a step that had nothing to do, such as a mail to a row without an address. A retry would not help, and the
 * steps after it go on.
 *
 * @param {unknown} error @returns {string | null}
 */
function skippedBy(error) {
  const details = error instanceof AppError ? /** @type {Values} */ (error.details) : null;
  return typeof details?.skipped === 'string' ? details.skipped : null;
}

/** The last message and address count. @param {ActionResult} before @param {ActionResult | undefined} after @returns {ActionResult} */
export function merged(before, after = {}) {
  const data = before.data || after.data ? { data: { ...before.data, ...after.data } } : {};
  const refresh = before.refresh && after.refresh ? { refresh: [...before.refresh, ...after.refresh] } : {};
  return {
    ...before,
    ...Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined)),
    ...data,
    ...refresh,
  };
}

/** @param {AppError} error @param {number} step @param {Done[]} done */
function atStep(error, step, done) {
  const { code, status, phrases, cause } = error;
  const details = { ...(error.details && typeof error.details === 'object' ? error.details : {}), step, done };
  return new AppError(code, phrases.message, { status, hint: phrases.hint, cause, details });
}

const nested = () =>
  new AppError('ACTION_INCOMPLETE', 'Steps can’t contain further lists of steps', {
    status: 422,
    hint: 'Put these steps one after another',
  });

/** @param {unknown} steps @returns {asserts steps is Step[]} */
export function requireSteps(steps) {
  if (Array.isArray(steps) && steps.length > 0 && steps.length <= LIMITS.actionSteps) return;
  throw new AppError('ACTION_INCOMPLETE', phrase`There must be 1 to ${LIMITS.actionSteps} steps`, {
    status: 422,
    hint: 'Add a step in the settings of the action',
  });
}
