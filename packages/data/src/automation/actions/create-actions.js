import { needsRow } from '@plinth/expressions';
import { randomUUID } from 'node:crypto';
import { askedFields } from '@plinth/plugin';
import { composeMail } from '../outbox/compose-mail.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { createActionContexts, rowMissing } from './action-context.js';
import { holdsRow } from './held-row.js';
import { createPressed, notHere } from './pressed.js';
import { questionsOf, readAnswers } from './questions.js';
import { createStepRunner } from './run-steps.js';
import { createTryRequest } from './try-request.js';

/** @import { Action, ActionResult, Actor, Step, Values } from '@plinth/plugin' */
/** @import { ContextParts } from './action-context.js' */
/** @import { About } from '../types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */

/**
 * Runs actions with the rights of their caller: everything they do goes through the gate.
 *
 * @param {ContextParts & { log: import('../../create-data.js').Log, within: ReturnType<typeof import('../../gate/rows/within.js').createWithin> }} context within: transactions of the gate
 */
export function createActions(context) {
  const { registry, catalog, rows, within, select } = context;
  const contexts = createActionContexts(context);
  const { evaluate } = contexts;
  const runSegment = createStepRunner({ registry, contexts });
  const { runSteps, held } = createPressed({ ...context, runSegment });

  /**
   * With the answers to what the steps ask for.
   *
   * @param {Actor} actor @param {About} about @param {{ name: string, config: Values, input: Record<string, string> }} asked
   * @returns {Promise<About>}
   */
  async function answered(actor, about, { name, config, input }) {
    const fields = askedFields(registry, stepsOf(name, config));
    if (fields.length === 0) return about;
    const found = await questions(actor, about, name, config);
    return { ...about, input: { fields, values: readAnswers(found?.fields ?? [], input) } };
  }

  /** Steps of an action that has some. @param {string} name @param {Values} config @returns {readonly Step[]} */
  const stepsOf = (name, config) => (registry.action(name).takesSteps ? (config.steps ?? []) : []);

  /**
   * The questions of a button before it runs; null: none.
   *
   * @param {Actor} actor @param {About} about @param {string} name @param {Values} config
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
     * @param {Actor} actor @param {{ action: string, config?: Values, table?: string | null, id?: string | number | null,
     *   input?: Record<string, string>, isRead?: boolean, shown?: import('./pressed.js').Shown | null }} request isRead: the actor has just read the row;
     *   shown: whether the action is still there for the row, asked once the row is locked
     * @returns {Promise<ActionResult>}
     */
    async run(actor, { action: name, config = {}, table = null, id = null, input = {}, isRead = false, shown = null }) {
      const action = registry.action(name);
      if (action.background) throw notHere(action);
      const isOnRow = needsRow(registry, { action: name, config }, catalog());
      if (isOnRow && !action.takesSteps && (table === null || id === null)) throw rowMissing(action);
      const found = table === null ? null : catalog().table(table);
      // A row that the actor may not see is answered like one that does not exist, whatever the action would do.
      if (found && id !== null && !isRead && (isOnRow || action.takesSteps))
        await rows.get(actor, found.name, id, { fields: [] });
      const about = await answered(actor, { table: found, id }, { name, config, input });
      const steps = (/** @type {readonly Step[]} */ list) => runSteps(actor, about, list, { input, shown });
      const act = async (/** @type {Within | null} */ gate) =>
        action.run({ ...contexts.contextOf(actor, about, gate), config, input, steps, key: randomUUID() });
      const isHeld = holdsRow(action, config) || (shown !== null && isWriting(action));
      // The result is for workflows; a button shows the message only.
      const { value: _, ...result } = (await (isHeld ? held(actor, about, { shown, act }) : act(null))) ?? {};
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
    within,
    runSegment,
    evaluate,
  };
}

/** Whether it writes rows and nothing but rows. @param {Action} action */
const isWriting = ({ right, writes, outside = false }) => !outside && (right ?? writes) !== undefined;
