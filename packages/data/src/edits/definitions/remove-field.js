/** @import { Edit } from '../types.d.ts' */
/** @import { Constraint, Field, Table, Values } from '@plinth/plugin' */
/** @import { Draft } from './base/draft.js' */
import { AppError, phrase } from '@plinth/plugin';
import { findField, findTable } from './base/find.js';
import { fieldsOfRule } from './base/validations.js';
import { existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-field',
  about: 'Removes a field with its values',
  takes: takes({ table: existing('table'), field: existing('field') }),
  summary(input, catalog) {
    const table = findTable(catalog, input.table);
    return phrase`Remove field "${findField(table, input.field).label}" of "${table.label}"`;
  },
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    const field = findField(table, input.field);
    if (field.auto === 'id') {
      throw new AppError('FIELD_FIXED', phrase`The key of "${table.label}" can't be removed`, {
        status: 422,
        hint: 'Remove the whole table instead',
      });
    }
    draft.remove(field.id);
    forget(draft, table, field);
  },
};

/**
 * Removes the field from the table's own settings. Views that show it become problems, for people to decide.
 *
 * @param {Draft} draft @param {Table} table @param {Field} field
 */
function forget(draft, table, { name }) {
  const constraints = table.constraints
    .filter((entry) => !fieldsOf(entry, draft, table).includes(name))
    .map((entry) =>
      entry.kind === 'function' ? { ...entry, fields: entry.fields.filter((field) => field !== name) } : entry,
    );
  // A search index keeps its other texts.
  const indexes = table.indexes
    .map((entry) => (entry.kind ? { ...entry, fields: entry.fields.filter((field) => field !== name) } : entry))
    .filter((entry) => entry.fields.length > 0 && !entry.fields.includes(name));
  if (constraints.length < table.constraints.length)
    draft.warn(
      `${table.constraints.length - constraints.length} rules of "${table.label}" that use it are removed as well`,
    );
  if (table.owner === name) draft.warn(`"${table.label}" has no owner any more: rights of kind "own" give nothing`);
  draft.merge(table.id, {
    constraints,
    indexes,
    owner: table.owner === name ? null : table.owner,
    person: table.person === name ? null : table.person,
    display: table.display === name ? nextDisplay(draft, table, name) : table.display,
  });
}

/** @param {Constraint} entry @param {Draft} draft @param {Table} table */
function fieldsOf(entry, draft, table) {
  if (entry.kind === 'rule') return [...entry.fields, ...fieldsOfRule(entry.rule, draft, table)];
  // Its code may go on without the field; only its message is shown elsewhere.
  if (entry.kind === 'function') return [];
  return entry.kind === 'unique' ? entry.fields : fieldsIn(entry.where);
}

/** @param {Draft} draft @param {Table} table @param {string} gone */
function nextDisplay({ registry }, table, gone) {
  const text = table.fields.find(
    (field) =>
      field.name !== gone &&
      !field.auto &&
      registry.has('fieldType', field.type) &&
      registry.fieldType(field.type).group === 'text',
  );
  return text?.name ?? 'id';
}

/** @param {Values} filter @returns {string[]} */
function fieldsIn(filter) {
  if (filter.all || filter.any) return (filter.all ?? filter.any).flatMap(fieldsIn);
  if (filter.not) return fieldsIn(filter.not);
  return [filter.field, filter.value?.path].filter((name) => typeof name === 'string');
}
