/** @import { ElementCompiler, Field, SelectInput, ViewCompiler, Html, Values } from '@plinth/plugin' */
import { aggregateField, AppError, averagePrinter, html, phrase } from '@plinth/plugin';
import { isRoomy } from './column-types.js';
import { fieldViewIfAny } from '../parts/default-fields.js';

/**
 * A column over child rows: how many replies, the latest one's date.
 *
 * @param {Values} config @param {ViewCompiler} c @param {ElementCompiler} e
 */
export function aggregateCell({ relation, aggregate, of, where, link }, c, e) {
  if (!relation) throw new AppError('SETTINGS_INVALID', 'No child rows are chosen for the column', { status: 422 });
  const child = childOf(relation, c);
  const found = aggregate === 'count' ? null : fieldOf(child.table, of, aggregate, c);
  const column = e.select(
    /** @type {SelectInput} */ ({
      aggregate,
      relation,
      ...(found && { field: found.path }),
      ...(where && { where }),
      ...(aggregate === 'array' && { limit: MOST_VALUES }),
    }),
  );
  const shown = (/** @type {boolean} */ inLink) => {
    const print = found
      ? printer(found.field, aggregate, inLink, c, e)
      : (/** @type {any} */ value) => html`${c.formats.number(value ?? 0)}`;
    return (/** @type {import('@plinth/plugin').RowModel} */ m) => print(m.row?.[column], m);
  };
  return {
    label: found ? `${child.table.label}: ${nameOf(found.own, aggregate, c)}` : child.table.label,
    cell: shown(false),
    inLink: link && shown(true),
    room: found && isRoomy(found.field) ? 'pl-cell-text' : 'pl-cell-short',
    numeric: !found || (aggregate !== 'array' && found.field.traits.aligns),
  };
}

/** More values than a cell has space for. */
const MOST_VALUES = 20;

/**
 * Several columns may be about one field; a total needs no further label.
 *
 * @param {Field} field
 * @param {string} aggregate
 * @param {ViewCompiler} c
 */
function nameOf({ label }, aggregate, { t }) {
  return aggregate === 'sum' || aggregate === 'array' ? label : `${label} (${t(`el.aggregate.${aggregate}`)})`;
}

/**
 * An instant takes much space in a column about something else, so relative time is enough.
 *
 * @param {Field} field
 * @param {ViewCompiler} c
 */
function viewName(field, { registry }) {
  const { views } = registry.fieldType(field.type);
  const relative =
    field.traits.hasDay && field.traits.hasTime ? fieldViewIfAny(registry, 'relative_date', field.type) : undefined;
  return relative?.view ?? views.list ?? views.show;
}

/** @param {string} relation @param {ViewCompiler} c */
function childOf(relation, c) {
  const found = c.catalog
    .children(/** @type {import('@plinth/plugin').Table} */ (c.table).name)
    .find(({ table, field }) => `${table.name}.${field.name}` === relation);
  if (found) return found;
  throw new AppError('RELATION_NOT_FOUND', phrase`${c.table?.label} has no child rows "${relation}"`, {
    status: 422,
    hint: 'Choose other child rows for the column, or remove it',
  });
}

/**
 * @param {import('@plinth/plugin').Table} table
 * @param {string | undefined} name
 * @param {string} aggregate
 * @param {ViewCompiler} c
 */
function fieldOf(table, name, aggregate, c) {
  if (name) return aggregateField(c, table, aggregate, name);
  throw new AppError('SETTINGS_INVALID', phrase`No field of ${table.label} is chosen for "${aggregate}"`, {
    status: 422,
  });
}

/**
 * The value as the field's own list view shows it; plain text if that view needs more than the value.
 *
 * @param {Field} field @param {string} aggregate @param {boolean} inLink @param {ViewCompiler} c @param {ElementCompiler} e
 * @returns {(value: Values, m: import('@plinth/plugin').RowModel) => Html}
 */
function printer(field, aggregate, inLink, c, e) {
  const type = c.registry.fieldType(field.type);
  const { formats } = c;
  const text = (/** @type {unknown} */ value) => type.format(value, field, formats);
  if (aggregate === 'array') return (value) => html`${(value ?? []).map(text).join(', ')}`;
  if (aggregate === 'avg') {
    const average = averagePrinter(field, c);
    return (value) => html`${value === null || value === undefined ? '' : average(value)}`;
  }
  const shown = e.print(field, { view: viewName(field, c), inLink });
  return (value, m) => (value === null || value === undefined ? html`` : shown(value, m));
}
