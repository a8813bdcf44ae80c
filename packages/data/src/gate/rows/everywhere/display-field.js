/** @import { Actor, Field, Registry, Table } from '@plinth/plugin' */
import { numberText } from '@plinth/plugin';
import { readableField } from '../../../rules/rights/index.js';

/** The field that names a row, as far as the actor may read it; else the key. @param {Registry} registry @param {Actor} actor @param {Table} table */
export function displayField(registry, actor, table) {
  const isShown = (/** @type {Field} */ field) =>
    readableField(actor, table, field) &&
    registry.has('fieldType', field.type) &&
    registry.fieldType(field.type).storage === 'column' &&
    field.target === null;
  const named = table.display && table.hasField(table.display) ? table.field(table.display) : null;
  return named && isShown(named) ? named : table.field('id');
}

/** What the value of a display field is called. @param {Field} field @param {unknown} value */
export const labelOf = (field, value) => (field.auto === 'number' ? numberText(value, field) : String(value ?? ''));
