/** @import { Actor, Catalog, Query, Registry, Step } from '@plinth/plugin' */
/** @import { About } from '../types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Document } from './document.js' */
/** @import { Frame, StepContext, Token, WorkflowRun } from './types.d.ts' */
import { requireReachAll } from '../../rules/reach/system-of.js';
import { readExpression } from '@plinth/expressions';
import { mapReferences } from '@plinth/plugin';
import { scopeOf } from '../actions/evaluate.js';
import { isOfRowAlone } from '../../rules/expressions/beside-row.js';
import { unescapeMarkdown } from '../../rules/expressions/fill-texts.js';
import { hashOfHook, hookKey } from './carried.js';
import { cancelRun } from './endings.js';
import { isOutside } from './is-outside.js';
import { holderOf, writeHolder } from './tasks/holder.js';

/**
 * What only Plinth's own steps work with.
 *
 * @param {{ registry: Registry, catalog: () => Catalog,
 *   actions: ReturnType<typeof import('../actions/create-actions.js').createActions>, start: import('../types.d.ts').Start,
 *   tasks: ReturnType<typeof import('./tasks/ask.js').createAsk> }} context
 */
export function createCore({ registry, catalog, actions, start, tasks }) {
  /**
   * @param {{ gate: Within, run: WorkflowRun, token: Token, document: Document, frames: Frame[],
   *   filledAll(sources: readonly string[], isOther?: boolean): Promise<string[]> }} of
   * @param {Omit<StepContext, 'core'>} context
   */
  return function coreOf({ gate, run, token, document, frames, filledAll }, context) {
    const { step, actor, about, key } = context;
    const isOut = isOutside({ registry }, step);
    const asking = { ...context, run, token, gate, document };
    /** An action, with what the run carries in its expressions. @param {Step['do']} what @returns {Promise<Step>} */
    async function filledAction(what) {
      const sources = /** @type {string[]} */ ([]);
      walk({ do: what }, about, (source) => void sources.push(source));
      const literals = await filledAll(sources);
      return walk({ do: what }, about, () => literals.shift());
    }
    return {
      frames,
      catalog: catalog(),
      isOutside: isOut,
      select: async (/** @type {Actor} */ who, /** @type {readonly Query[]} */ queries) =>
        gate.select(requireReachAll(who, catalog(), queries), queries),
      /** A condition about other rows. @param {string} source */
      filled: async (source) => (await filledAll([source], true))[0],
      /** Whether only a change of the row makes it another value. @param {string} source */
      isOfRowAlone: async (source) =>
        isOfRowAlone(readExpression((await filledAll([source]))[0], scopeOf(catalog(), about))),
      filledAction: async (/** @type {Step['do']} */ what) => (await filledAction(what)).do,
      /** @param {Step['do']} what @param {any} [held] */
      async act(what, held = null) {
        const segment = { first: 0, steps: [await filledAction(what)], isOutside: isOut };
        return (await actions.runSegment({ segment, actor, about, gate, run: key, held })).result;
      },
      /** Another workflow, for whose end it waits. @param {import('../types.d.ts').StartRequest} request */
      start: (request) => start(actor, request, { gate, parent: token.id, cause: run.caused_by }),
      /** Another run, which takes back what it did. @param {string} id */
      cancel: (id) => cancelRun(gate, id, { isUndone: true }),
      /** A text with Markdown as one without. @param {string} template */
      plain: async (template) => unescapeMarkdown(await context.markdown(template)),
      hook: () => hashOfHook(hookKey(run, step.id)),
      tasks: {
        ask: (/** @type {Date | null} */ due) => tasks.ask(asking, due),
        remind: (/** @type {string} */ id) => tasks.remind(asking, id),
        escalate: (/** @type {string} */ id) => tasks.escalate(asking, id),
        expire: (/** @type {string} */ id) => tasks.expire(asking, id),
        holder: (/** @type {string} */ id) => holderOf(gate, id),
        /** Names whoever has it in a field of its row. @param {string} field @param {string | null} user */
        async hold(field, user) {
          const { table, id } = about;
          if (table && id !== null) await writeHolder(gate, actor, { table: table.name, id, field, user });
        },
      },
    };
  };

  /** @param {Step} step @param {About} about @param {(source: string) => string | undefined | void} visit @returns {Step} */
  function walk(step, { table }, visit) {
    const body = { table: table?.name ?? null, steps: [step] };
    const context = { catalog: catalog(), registry };
    const changed = mapReferences({ kind: 'trigger', body }, context, (reference) =>
      reference.kind === 'expression' ? visit(reference.name) : undefined,
    );
    return changed.steps[0];
  }
}
