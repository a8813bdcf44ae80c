/** @import { Actor, Catalog, Field, Registry, Table } from '@plinth/plugin' */
/** @import { Values, WriteContext } from './write-rows.js' */
import { fieldNotFound, forbidden } from '../../postgres/errors/row-errors.js';
import { phrase } from '@plinth/plugin';
import { addsChoicesTo, readableField } from '../../rules/rights/index.js';
import { inputProblems } from './write/field-problem.js';
import { checkTable } from './write-rows.js';
import { hasNew, optionsWith } from '../../catalog/choices/options-with.js';

/** New choices of a field, as somebody typed them. @typedef {{ table: string, field: string, texts: readonly string[] }} Brought */

/**
 * Choices that somebody adds while filling in a row.
 *
 * @param {{ catalog: () => Catalog, write: WriteContext, edit?: (actor: Actor, name: string, input: unknown) => Promise<unknown>,
 *   reload?: () => Promise<unknown> }} context
 */
export function createBringChoices({ catalog, write, edit, reload }) {
  return {
    /** Whether somebody may add choices to a field. @param {Actor} actor @param {Table} table @param {Field} field */
    addsChoices: (actor, table, field) => 'options' in field.attributes && addsChoicesTo(actor, table, field),

    /**
     * Adds them to their fields, each as an edit of whoever types, if the row could be saved with them. Nothing is added for a
     * row that is refused anyway.
     *
     * @param {Actor} actor @param {{ table: string, id: unknown, values: Values }} row that is about to be written
     * @param {readonly Brought[]} brought
     * @throws {import('@plinth/plugin').AppError} FORBIDDEN, CHOICES_INVALID, INPUT_INVALID
     */
    async bringChoices(actor, row, brought) {
      const fresh = brought.filter(({ table, field, texts }) => isNew(actor, catalog().table(table), field, texts));
      if (fresh.length === 0) return;
      checkRow(write, actor, row, brought);
      for (const { table, field, texts } of fresh) await add(actor, table, field, texts);
    },

    /**
     * Adds choices to a field without a row; what is there already in any case stays as it is.
     *
     * @param {Actor} actor @param {string} tableName @param {string} name of the field @param {readonly string[]} texts
     * @returns {Promise<string[]>} the values that the texts stand for
     * @throws {import('@plinth/plugin').AppError} FORBIDDEN, FIELD_NOT_FOUND, CHOICES_INVALID, INPUT_INVALID
     */
    async addChoices(actor, tableName, name, texts) {
      const table = catalog().table(tableName);
      const field = table.field(name);
      if (!readableField(actor, table, field)) throw fieldNotFound(tableName, name);
      if (!addsChoicesTo(actor, table, field)) throw forbidden(phrase`add choices to "${table.label}"`);
      if (!('options' in field.attributes) || hasNew(field, texts)) await add(actor, tableName, name, texts);
      return optionsWith(catalog().table(tableName).field(name), texts).values;
    },
  };

  /** @param {Actor} actor @param {string} table @param {string} field @param {readonly string[]} texts */
  async function add(actor, table, field, texts) {
    const choices = texts.map((text) => text.trim());
    try {
      await edit?.(actor, 'add-choices', { table, field, choices });
    } catch (error) {
      // Somebody else was first, maybe in another process.
      await reload?.();
      if (hasNew(catalog().table(table).field(field), choices)) throw error;
    }
  }
}

/** @param {Actor} actor @param {Table} table @param {string} name @param {readonly string[]} texts */
function isNew(actor, table, name, texts) {
  const field = table.field(name);
  if (!hasNew(field, texts)) return false;
  if (!addsChoicesTo(actor, table, field)) throw forbidden(phrase`add choices to "${table.label}"`);
  optionsWith(field, texts);
  return true;
}

/**
 * What is wrong with the rest of the row, before anything is added.
 *
 * @param {WriteContext} write @param {Actor} actor @param {{ table: string, id: unknown, values: Values }} row
 * @param {readonly Brought[]} brought
 */
function checkRow(write, actor, { table, id, values }, brought) {
  const isCreated = id === null || id === undefined;
  const work = write.work(actor, table, isCreated ? 'insert' : 'update');
  checkTable(actor, work.table, work.kind);
  const { problems } = write.read(work, values, isCreated ? 'create' : 'update');
  const own = new Set(brought.filter((one) => one.table === table).map(({ field }) => field));
  const others = Object.entries(problems ?? {}).filter(([name]) => !own.has(name));
  if (others.length > 0) throw inputProblems(Object.fromEntries(others));
}
