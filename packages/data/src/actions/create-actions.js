import { randomUUID } from 'node:crypto';
import { AppError, asPhrase, askedFields, needsRow, phrase } from '@plinth/plugin';
import { composeMail } from '../outbox/compose-mail.js';
import { requireAdmin } from '../people/require-admin.js';
import { createActionContexts, rowMissing } from './action-context.js';
import { questionsOf, readAnswers } from './questions.js';
import { createStepRunner, merged, requireSteps, segmentsOf } from './run-steps.js';
import { createTryRequest } from './try-request.js';

/** @import { Action, ActionResult, Actor, Step } from '@plinth/plugin' */
/** @import { ContextParts } from './action-context.js' */
/** @import { About } from './evaluate.js' */

/**
 * Runs actions with the rights of whoever asks: all that they do goes through the gate.
 *
 * @param {ContextParts & { log: import('../create-data.js').Log, within: ReturnType<typeof import('../rows/within.js').createWithin> }} context within: transactions of the gate
 */
export function createActions(context) {
  const { registry, catalog, rows, outbox, within, select, log } = context;
  const contexts = createActionContexts(context);
  const { evaluate } = contexts;
  const runSegment = createStepRunner({ registry, contexts });

  /**
   * Steps of a button: those before and after one that reaches outside are transactions of their own.
   *
   * @param {Actor} actor @param {About} about @param {readonly Step[]} steps @param {Record<string, string>} input
   */
  async function runSteps(actor, about, steps, input) {
    requireSteps(steps);
    for (const { do: step } of steps)
      if (registry.has('action', step?.action) && registry.action(step.action).background)
        throw notHere(registry.action(step.action));
    /** @type {ActionResult} */
    let result = {};
    for (const segment of segmentsOf(registry, steps)) {
      const given = { segment, actor, about, input, run: randomUUID(), isAttended: true };
      const answer = await within((gate) => runSegment({ ...given, gate }));
      result = merged(result, answer.result);
      if (answer.result.note) log.info('action note', { note: answer.result.note, by: actor.userId });
      outbox.wake();
    }
    return result;
  }

  /**
   * With the answers to what the steps ask for.
   *
   * @param {Actor} actor @param {About} about @param {{ name: string, config: any, input: Record<string, string> }} asked
   * @returns {Promise<About>}
   */
  async function answered(actor, about, { name, config, input }) {
    const fields = askedFields(registry, stepsOf(name, config));
    if (fields.length === 0) return about;
    const found = await questions(actor, about, name, config);
    return { ...about, input: { fields, values: readAnswers(found?.fields ?? [], input) } };
  }

  /** Steps of an action that has some. @param {string} name @param {any} config @returns {readonly Step[]} */
  const stepsOf = (name, config) => (registry.action(name).takesSteps ? (config.steps ?? []) : []);

  /**
   * What a button asks before it does anything; null: nothing.
   *
   * @param {Actor} actor @param {About} about @param {string} name @param {any} config
   */
  async function questions(actor, about, name, config) {
    const steps = stepsOf(name, config);
    const fields = askedFields(registry, steps);
    const asking = { ...about, input: { fields, values: {} } };
    return questionsOf(registry, steps, contexts.contextOf(actor, asking, null));
  }

  return {
    questions,
    readAnswers,

    /**
     * @param {Actor} actor @param {{ action: string, config?: any, table?: string | null, id?: string | number | null,
     *   input?: Record<string, string>, isRead?: boolean }} request isRead: the actor has just read the row
     * @returns {Promise<ActionResult>}
     */
    async run(actor, { action: name, config = {}, table = null, id = null, input = {}, isRead = false }) {
      const action = registry.action(name);
      if (action.background) throw notHere(action);
      const isOnRow = needsRow(registry, { action: name, config }, catalog());
      if (isOnRow && !action.takesSteps && (table === null || id === null)) throw rowMissing(action);
      const found = table === null ? null : catalog().table(table);
      // Whoever may not see the row gets the answer for rows that are not there, whatever the action would do.
      if (found && id !== null && !isRead && (isOnRow || action.takesSteps))
        await rows.get(actor, found.name, id, { fields: [] });
      const about = await answered(actor, { table: found, id }, { name, config, input });
      const steps = (/** @type {readonly Step[]} */ list) => runSteps(actor, about, list, input);
      const context = { ...contexts.contextOf(actor, about, null), config, input, steps, key: randomUUID() };
      // What it found is for workflows; a button shows its message only.
      const { value: _, ...result } = (await action.run(context)) ?? {};
      return result;
    },
    /**
     * A mail as a template or an action would send it now, for its author.
     *
     * @param {Actor} actor an admin @param {About} about @param {import('@plinth/plugin').MailParts} parts
     */
    async composeMail(actor, about, parts) {
      requireAdmin(actor);
      const values = (/** @type {readonly string[]} */ sources) => evaluate(select, actor, about, sources);
      return composeMail({ ...context, actor, about, values }, parts);
    },
    tryRequest: createTryRequest({ contexts }),
    rowsFor: (/** @type {Actor} */ actor) => contexts.rowsFor(actor),
    /** For triggers: transactions, and segments of steps in them. */
    ...{ within, runSegment, evaluate },
  };
}

/** @param {Action} action */
const notHere = ({ label }) =>
  new AppError('ACTION_INCOMPLETE', phrase`"${asPhrase(label)}" works in triggers only`, {
    ...{ status: 422, hint: 'Let a trigger do this, or remove the step' },
  });
