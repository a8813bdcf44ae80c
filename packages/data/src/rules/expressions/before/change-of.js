/** @import { Field, Registry, Table, Trigger } from '@plinth/plugin' */
import { ident, quoteLiteral, toStatement } from '../../../postgres/sql/index.js';
import { comparedAsText } from './compared-as-text.js';

/**
 * The change of a row that a trigger is about, as a condition of a trigger of PostgreSQL on updates.
 *
 * @param {Pick<Trigger, 'fields' | 'from' | 'to'>} trigger @param {Table} table @param {Registry} registry
 * @returns {string | null} null: it can't be told any more, because a field is gone
 */
export function changeOf({ fields, from, to }, table, registry) {
  if (fields.length === 0) return 'old.* is distinct from new.*';
  if (!fields.every((name) => table.hasField(name) && isColumn(table.field(name), registry))) return null;
  const column = (/** @type {'old' | 'new'} */ row, /** @type {string} */ name) => toStatement(ident(row, name)).text;
  const changed = fields.map((name) => `${column('old', name)} is distinct from ${column('new', name)}`).join(' or ');
  const equals = (/** @type {'old' | 'new'} */ row, /** @type {string} */ value) =>
    `${column(row, fields[0])}::text = ${quoteLiteral(value)}`;
  if ((from || to) && !comparedAsText(table.field(fields[0]))) return null;
  return [`(${changed})`, from && equals('old', from), to && equals('new', to)].filter(Boolean).join(' and ');
}

/** @param {Field} field @param {Registry} registry */
const isColumn = ({ type }, registry) =>
  registry.has('fieldType', type) && registry.fieldType(type).storage === 'column';
