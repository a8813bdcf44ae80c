/** @import { Actor, Catalog, Table } from '@plinth/plugin' */
/** @import { ColumnChoice } from './mapping.js' */
import { AppError } from '@plinth/plugin';
import { choiceColours } from '@plinth/plugin/browser/choice-colour';
import { createSameTable } from '../../catalog/model/same-table.js';
import { optionsOf } from '../../catalog/field-types/base/options.js';

const MOST_TRIES = 5;

/** @typedef {{ catalog: () => Catalog, edit: (actor: Actor, name: string, input: any) => Promise<unknown> }} EditContext */

/**
 * Adds the choices that an import brings to their fields, as an edit of whoever imports.
 *
 * @param {EditContext} context @param {Actor} actor @param {Table} start @param {readonly ColumnChoice[]} columns
 * @returns {Promise<() => Promise<void>>} takes them away again, because nothing was imported
 */
export async function addNewChoices({ catalog, edit }, actor, start, columns) {
  const same = createSameTable(start, catalog);
  const fresh = columns
    .map(({ field, newChoices = [] }) => ({ field, values: freshValues(same.start, field, newChoices) }))
    .filter(({ values }) => values.length > 0);
  /** @param {(typeof fresh)[number]} one @param {(options: unknown[], values: string[]) => unknown[]} change */
  const saveOne = async ({ field, values }, change) => {
    for (let tries = 1; ; tries++) {
      const table = same.now();
      const { name, attributes } = same.fieldOf(table, same.start.field(String(field)));
      const changes = { attributes: { ...attributes, options: change(attributes.options ?? [], values) } };
      try {
        return await edit(actor, 'change-field', { table: table.name, field: name, changes });
      } catch (error) {
        // It got another name just now.
        const isElsewhere = error instanceof AppError && ['TABLE_NOT_FOUND', 'FIELD_NOT_FOUND'].includes(error.code);
        if (!isElsewhere || tries >= MOST_TRIES) throw error;
      }
    }
  };
  /** @param {(options: unknown[], values: string[]) => unknown[]} change */
  const save = async (change) => {
    for (const one of fresh) await saveOne(one, change);
  };
  await save((options, values) => [...options, ...newOptions(values, options)]);
  return () => save((options, values) => options.filter((/** @type {any} */ { value }) => !values.includes(value)));
}

/** @param {string[]} values @param {any[]} before */
function newOptions(values, before) {
  const colours = choiceColours(
    values,
    before.map(({ colour }) => colour),
  );
  return values.map((value, at) => ({ value, label: value, colour: colours[at] }));
}

/** @param {Table} table @param {string | undefined} field @param {readonly string[]} values */
function freshValues(table, field, values) {
  if (!field || values.length === 0) return [];
  const known = new Set(optionsOf(table.field(field)).map(({ value }) => value));
  return [...new Set(values)].filter((value) => !known.has(value));
}
