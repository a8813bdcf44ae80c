import { AppError, phrase } from '@plinth/plugin';
import { createActionMail } from '../outbox/action-mail.js';
import { writableField } from '../rights/index.js';

/** @import { Action, ActionResult, ActionRows, Actor, Catalog, Query, Registry, Result } from '@plinth/plugin' */

/**
 * Runs actions with the rights of whoever asks: all that they do goes through the gate.
 *
 * @param {{ registry: Registry, catalog: () => Catalog, rows: any,
 *   select: (actor: Actor, queries: readonly Query[]) => Promise<Result[]>,
 *   db: import('../postgres/database.js').Database, outbox: import('../outbox/outbox.js').Outbox,
 *   functions: Pick<import('../functions/create-functions.js').Functions, 'run'> }} context
 */
export function createActions({ registry, catalog, rows, select, db, outbox, functions }) {
  const sendMail = createActionMail({ catalog, select, db, outbox });
  return {
    /**
     * @param {Actor} actor @param {{ action: string, config?: any, table?: string | null, id?: string | number | null,
     *   input?: Record<string, string>, isRead?: boolean }} request isRead: the actor has just read the row
     * @returns {Promise<ActionResult>}
     */
    async run(actor, { action: name, config = {}, table = null, id = null, input = {}, isRead = false }) {
      const action = registry.action(name);
      if (action.needsRow && (table === null || id === null)) {
        throw new AppError('ACTION_NEEDS_ROW', phrase`Action "${name}" needs a row`, {
          status: 422,
          hint: 'Place it where a row is shown, such as in a detail view',
        });
      }
      const found = table === null ? null : catalog().table(table);
      // Whoever may not see the row gets the answer for rows that are not there, whatever the action would do.
      if (found && action.needsRow && !isRead) await rows.get(actor, found.name, id, { fields: [] });
      return action.run({
        actor,
        table: found,
        id,
        config,
        input,
        rows: rowsFor(actor),
        mail: { send: (mail) => sendMail(actor, mail) },
        functions: {
          run: async (fn, values) => JSON.parse((await functions.run(actor, fn, values)).text),
        },
      });
    },
    rowsFor,
  };

  /** The gate as actions and routes of plugins see it: bound to the actor. @param {Actor} actor @returns {ActionRows} */
  function rowsFor(actor) {
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
      select: (queries) => select(actor, queries),
    };
  }
}
