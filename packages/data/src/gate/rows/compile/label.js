import { isFileList, phrase } from '@plinth/plugin';
import { fixed, sql, tableNamed } from '../../../postgres/sql/index.js';
import { queryInvalid } from '../../../postgres/errors/row-errors.js';
import { fieldSql } from './formula.js';
import { around } from './literal.js';
import { links } from './relation.js';
import { createScope, readable } from './scope.js';
import { sorted } from './sorted.js';
import { jsonValue, readValue } from './values.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Found, Scope } from './scope.js' */

/**
 * The label of the row, user or file that a field refers to: the display field of the target, for files { id, name,
 * mime, size } or a list of these, for many-to-many fields [{ value, label }]. Null if the actor may not read the target.
 *
 * @param {Scope} scope @param {string} path @param {Found} found
 * @returns {Fragment}
 */
export function compileLabel(scope, path, found) {
  if (found.field.target === 'files') return fileLabel(found);
  if (found.type.storage === 'join') return linkLabels(scope, found);
  // The table may have been removed since; the label is then empty, and pages still work.
  if (found.field.target && !scope.c.targetOf(found.field)) return sql`null::text`;
  const display = pointedDisplay(scope, path, found);
  if (!display) throw queryInvalid(phrase`Field "${path}" does not point to rows with a label`);
  return labelText(scope, display);
}

/**
 * The display field behind a relation, if the actor may read the target and the field.
 *
 * @param {Scope} scope @param {string} path @param {Found} found
 */
export function pointedDisplay(scope, path, found) {
  const target = found.type.storage === 'column' ? scope.c.targetOf(found.field) : null;
  if (!target) return null;
  const pointed = scope.follow(path, found, target);
  return displayOf(scope, pointed.table, pointed.alias, found.field.attributes.label);
}

/**
 * The display field of a table (or the one that a relation prefers), otherwise its key; null if the actor may read
 * neither.
 *
 * @param {Scope} scope @param {Table} table @param {string} alias @param {string} [preferred]
 * @returns {{ field: Field, column: Fragment } | null}
 */
export function displayOf(scope, table, alias, preferred) {
  const { c } = scope;
  const names = [preferred, table.display, 'id'].filter((name) => typeof name === 'string');
  const fields = names.map((name) => readable(c, table, /** @type {string} */ (name)));
  const field = fields.find((candidate) => candidate && c.type(candidate).storage === 'column');
  return field ? { field, column: fieldSql(c, table, field, alias) } : null;
}

/** @param {Scope} scope @param {{ field: Field, column: Fragment }} display */
function labelText({ c }, { field, column }) {
  const { textSql } = c.type(field);
  return textSql ? around(textSql('\u0001', field), column) : sql`${readValue(c.registry, field, column)}::text`;
}

/** @param {Found} found */
function fileLabel(found) {
  const file = fixed(`jsonb_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size)`);
  const files = tableNamed('plinth', 'files');
  if (!isFileList(found.field)) return sql`(select ${file} from ${files} f where f.id = ${found.column})`;
  return sql`(select jsonb_agg(${file} order by one.n) from unnest(${found.column}) with ordinality one(id, n)
    join ${files} f on f.id = one.id)`;
}

/** @param {Scope} scope @param {Found} found */
function linkLabels(scope, found) {
  const target = scope.c.targetOf(found.field);
  if (!target) return fixed(`'[]'::jsonb`);
  const inner = createScope(scope.c, target, { via: 'pointed' });
  const display = displayOf(scope, target, inner.alias, found.field.attributes.label);
  if (!display) return fixed(`'[]'::jsonb`);
  const value = jsonValue(scope.c, target.field('id'), inner.id);
  const label = labelText(scope, display);
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('value', ${value}, 'label', ${label})
      order by ${sorted(scope.c, label)}, ${inner.id}), '[]'::jsonb)
    from ${inner.from()} where ${inner.id} in (${links(scope, found)}))`;
}
