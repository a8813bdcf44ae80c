/** @import { Action, ActionRows, Actor, Catalog, Query, Registry, Result } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
/** @import { Outbox } from '../outbox/outbox.js' */
/** @import { About } from './evaluate.js' */
/** @import { Within } from '../rows/within.js' */
import { AppError, phrase, textParts } from '@plinth/plugin';
import { shownAs } from '../expressions/shown-as.js';
import { createActionMail } from '../outbox/action-mail.js';
import { writableField } from '../rights/index.js';
import { createActionNotice } from './action-notice.js';
import { createEvaluate } from './evaluate.js';

/** @typedef {Parameters<Action['run']>[0]} ActionContext */
/** Gets the mails of a test run, in place of the outbox. @typedef {{ add(mail: import('../outbox/types.d.ts').Mail): string }} Held */
/**
 * @typedef {{ registry: Registry, catalog: () => Catalog, rows: any, db: Database, outbox: Outbox, clock?: () => Date,
 *   select: (actor: Actor, queries: readonly Query[]) => Promise<Result[]>,
 *   notify: import('./action-notice.js').Notify,
 *   functions: Pick<import('../functions/create-functions.js').Functions, 'run'> }} ContextParts
 */

/**
 * What actions work with, bound to an actor: the gate, mail, notifications and expressions.
 *
 * @param {ContextParts} parts
 */
export function createActionContexts(parts) {
  const { catalog, db, outbox } = parts;
  const evaluate = createEvaluate(parts);
  const sendMail = createActionMail({ catalog, select: parts.select, db, outbox });

  /** @param {Within | null} gate null: outside of a transaction @param {Held | null} held */
  const mailOn = (gate, held) => {
    if (!gate) return sendMail;
    const add = async (/** @type {import('../outbox/types.d.ts').Mail} */ mail) =>
      held ? held.add(mail) : outbox.add(mail, gate.tx);
    const on = /** @type {any} */ (gate.tx);
    return createActionMail({ catalog, select: gate.select, db: on, outbox: { add, isSetUp: outbox.isSetUp } });
  };

  /**
   * @param {Actor} actor @param {About} about @param {Within | null} gate @param {Held | null} [held]
   * @returns {Omit<ActionContext, 'config' | 'input' | 'steps' | 'key'>}
   */
  function contextOf(actor, about, gate, held = null) {
    const select = gate?.select ?? parts.select;
    const values = (/** @type {readonly string[]} */ sources) => evaluate(select, actor, about, sources);
    const send = mailOn(gate, held);
    return {
      actor,
      ...{ table: about.table, id: about.id },
      rows: rowsFor(actor, gate),
      mail: { send: (mail) => send(actor, mail) },
      notify: createActionNotice({ ...parts, select, values, actor, about, on: gate?.tx ?? db }),
      evaluate: async (sources) => (await values(sources)).map(({ value }) => value),
      functions: {
        run: async (name, values) => JSON.parse((await parts.functions.run(actor, name, values)).text),
      },
      text: (template) => filled(template, values, catalog()),
    };
  }

  /** The gate as actions and routes of plugins see it. @param {Actor} actor @param {Within | null} [gate] @returns {ActionRows} */
  function rowsFor(actor, gate = null) {
    const rows = gate ?? parts.rows;
    return {
      writable: (table) =>
        table.fields.filter((field) => writableField(actor, table, field)).map((field) => field.name),
      async get(table, id) {
        try {
          return await rows.get(actor, table, id);
        } catch (error) {
          if (error instanceof AppError && error.code === 'ROW_NOT_FOUND') return null;
          throw error;
        }
      },
      insert: (table, values) => rows.insert(actor, table, values),
      update: (table, id, values) => rows.update(actor, table, id, values),
      remove: (table, id) => rows.remove(actor, table, id),
      select: (queries) => (gate?.select ?? parts.select)(actor, queries),
    };
  }

  return { contextOf, rowsFor, evaluate };
}

/**
 * A text with the values of its `{{ expressions }}`.
 *
 * @param {string} template @param {(sources: readonly string[]) => Promise<import('./evaluate.js').Evaluated[]>} values
 * @param {Catalog} catalog
 */
async function filled(template, values, { settings }) {
  const pieces = textParts(template);
  const sources = pieces.flatMap((part) => ('expression' in part ? [part.expression] : []));
  const found = await values(sources);
  const shown = found.map(({ value, type }) => shownAs(type, value, settings));
  return pieces.map((part) => ('text' in part ? part.text : shown.shift())).join('');
}

/** @param {Action} action */
export const needsRow = (action) =>
  new AppError('ACTION_NEEDS_ROW', phrase`Action "${action.name}" needs a row`, {
    ...{ status: 422, hint: 'Place it where a row is shown, such as in a detail view' },
  });
