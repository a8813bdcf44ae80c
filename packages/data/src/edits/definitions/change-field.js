/** @import { Edit } from '../types.d.ts' */
/** @import { Field, Table, Values } from '@plinth/plugin' */
/** @import { Draft } from './base/draft.js' */
import { isDeepStrictEqual } from 'node:util';
import { AppError, checkSettings, phrase } from '@plinth/plugin';
import { choicesAttribute } from '../../catalog/choices/choices-from.js';
import { choicesInRows } from '../../catalog/choices/choices-in-rows.js';
import { findField, findTable } from './base/find.js';
import { FIELD_KEYS, isStamp, checkDefault, checkField, checkValue, fieldContext } from './base/fields.js';
import { checkFormatting } from './base/formatting.js';
import { changed, keysOf } from './base/given.js';
import { renameField } from './base/rename.js';
import { line, paragraph } from './base/texts.js';
import { ANY, YES_NO, existing, part, takes } from './base/takes.js';

/** A normal field never becomes one that Plinth fills in. */
const KEYS = FIELD_KEYS.filter((key) => key !== 'auto');
const AUTO_KEYS = /** @type {const} */ (['label', 'description', 'formatting']);

/** @type {Edit} */
export const edit = {
  name: 'change-field',
  about:
    'Changes a field; `discard` allows values that don’t fit a new type to be emptied, `fill` is the value for empty rows',
  takes: takes(
    { table: existing('table'), field: existing('field'), changes: part('fieldChanges') },
    { discard: YES_NO, fill: ANY },
  ),
  summary(input, catalog, changes) {
    const table = findTable(catalog, input.table);
    return phrase`Change field "${findField(table, input.field).label}" of "${table.label}" (${keysOf(input, changes)})`;
  },
  async plan(draft, input, { on }) {
    const table = findTable(draft.catalog, input.table);
    const before = findField(table, input.field);
    if (isStamp(before)) return changeAuto(draft, before, input);
    const wanted = changed(input, pick(before));
    checkKind(before, wanted);
    if (wanted.type !== before.type) {
      adapt(draft, wanted, input.changes);
      await makeChoices(draft, { table, before, wanted }, on);
      adaptDefault(draft, wanted, input.changes);
    }
    const { name, body } = checkField(wanted, fieldContext(draft, table.id, before.id));
    draft.change(before.id, { body });
    renameField(draft, table, before, name);
    if (input.discard === true) draft.allowEmptying();
    fill(draft, table, before.id, input.fill);
  },
};

/**
 * A field always remains a column or a formula, so that a column's values can't be lost by accident.
 *
 * @param {Field} before @param {Values} wanted
 */
function checkKind(before, { formula, function: calculation }) {
  if (calculation && !before.function && !before.formula) {
    throw new AppError(
      'FIELD_FIXED',
      phrase`"${before.label}" has values of its own and can't become a calculated field`,
      { status: 422, hint: 'Add a field of its own for the calculated values' },
    );
  }
  if (Boolean(before.formula) === Boolean(formula)) return;
  const message = before.formula
    ? phrase`"${before.label}" is a formula and can't become a field that people fill in`
    : phrase`"${before.label}" has values of its own and can't become a formula`;
  throw new AppError('FIELD_FIXED', message, { status: 422, hint: 'Add your own field instead' });
}

/** @param {Values} field */
function pick(field) {
  return Object.fromEntries(KEYS.map((key) => [key, field[key]]));
}

/**
 * A field that becomes a list of choices gets those that its rows have, unless they are named.
 *
 * @param {Draft} draft @param {{ table: Table, before: Field, wanted: any }} change
 * @param {Pick<import('../../postgres/database/transaction.js').Transaction, 'query'>} on
 */
async function makeChoices({ base, registry }, { table, before, wanted }, on) {
  const type = registry.fieldType(String(wanted.type));
  const name = choicesAttribute(type);
  if (name === null || (wanted.attributes ?? {})[name] !== undefined) return;
  // The rows are still as they were before this edit, also their names.
  const stored = base.tables.find(({ id }) => id === table.id);
  const field = stored?.fields.find(({ id }) => id === before.id);
  const options = stored && field ? await choicesInRows(on, stored, field, type, base.settings.locale) : [];
  wanted.attributes = { ...wanted.attributes, [name]: options };
}

/**
 * What does not fit the new type is dropped: attributes of the old type, what values in another table can't be.
 *
 * @param {Draft} draft @param {Values} wanted @param {Values} changes
 */
function adapt({ registry }, wanted, changes) {
  const type = registry.fieldType(String(wanted.type));
  if (changes.attributes === undefined) {
    const known = type.attributes.map((attribute) => attribute.name);
    wanted.attributes = Object.fromEntries(Object.entries(wanted.attributes).filter(([key]) => known.includes(key)));
  }
  if (changes.required === undefined && type.storage === 'join') wanted.required = false;
  if (changes.unique === undefined && type.storage === 'join') wanted.unique = false;
}

/**
 * A default that the new type can't have is dropped.
 *
 * @param {Draft} draft @param {any} wanted @param {any} changes
 */
function adaptDefault({ registry, catalog }, wanted, changes) {
  const type = registry.fieldType(String(wanted.type));
  if (changes.default !== undefined || wanted.default === null) return;
  try {
    const attributes = checkSettings(type.attributes, wanted.attributes);
    wanted.default = checkDefault(wanted.default, type, {
      ...wanted,
      attributes,
      timeZone: catalog.settings.timeZone,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    wanted.default = null;
  }
}

/**
 * Of fields that Plinth fills in, only what they look like can be changed.
 *
 * @param {Draft} draft @param {Field} before @param {Values} input
 */
function changeAuto(draft, before, input) {
  const wanted = changed(input, Object.fromEntries(AUTO_KEYS.map((key) => [key, before[key]])));
  for (const key of KEYS) {
    if (wanted[key] === undefined || AUTO_KEYS.some((own) => own === key)) continue;
    if (isDeepStrictEqual(wanted[key], /** @type {any} */ (before)[key])) continue;
    throw new AppError(
      'FIELD_FIXED',
      phrase`"${before.label}" is filled in automatically: only its label, description and conditional formatting can be changed`,
      {
        status: 422,
        hint: 'Add your own field instead',
      },
    );
  }
  draft.merge(before.id, {
    label: line('label', wanted.label, before.name),
    description: paragraph('description', wanted.description),
    formatting: checkFormatting(wanted.formatting) ?? undefined,
  });
}

/** @param {Draft} draft @param {Table} table @param {string} id @param {unknown} value */
function fill(draft, table, id, value) {
  if (value === undefined || value === null || value === '') return;
  const field = findField(findTable(draft.catalog, table.id), id);
  draft.fill(id, checkValue('fill', value, draft.registry.fieldType(field.type), field));
}
