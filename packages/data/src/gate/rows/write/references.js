import { isFileList } from '@plinth/plugin';
import { tableSql } from '../../../postgres/sql/physical.js';
import { readableFile } from '../../files/readable.js';
import { asCondition, isUnlimited, predicate } from '../../../rules/rights/index.js';
import { fixed, ident, quoteLiteral, sql } from '../../../postgres/sql/index.js';
import { sqlTypeOf } from '../compile/values.js';

/** @import { Field } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from '../compile/compilation.js' */
/** @typedef {{ field: Field, flag: string, check: Fragment }} Reference */

/**
 * Conditions that the actor may read what a row points at. Otherwise guessed keys would reveal which rows exist, and their
 * labels would be shown. If all rows are readable, the foreign key suffices.
 *
 * @param {Compilation} c @param {readonly Field[]} fields @param {{ row: string, old?: string }} aliases new image, and the old one of an update
 * @returns {Reference[]}
 */
export function references(c, fields, { row, old }) {
  return fields.flatMap((field, i) => {
    const value = ident(row, field.name);
    const before = old === undefined ? null : ident(old, field.name);
    const check = isFileList(field)
      ? filesCheck(c, field, value, before)
      : field.target === 'files'
        ? fileCheck(c, field, value)
        : rowCheck(c, field, value);
    if (!check) return [];
    // Forms send unchanged values back, which need not be allowed again.
    const unchanged =
      old && c.type(field).storage === 'column'
        ? sql` or ${value} is not distinct from ${ident(old, field.name)}`
        : sql``;
    return [{ field, flag: `$r${i}`, check: sql`(${value} is null${unchanged} or ${check})` }];
  });
}

/** @param {Compilation} c @param {Field} field @param {Fragment} value */
function rowCheck(c, field, value) {
  const target = c.targetOf(field);
  if (!target) return null;
  const alias = c.alias('r');
  const rights = predicate(c.actor, target, 'read', alias, 'choice');
  if (rights === 'all') return null;
  const readable = (/** @type {Fragment} */ key) => sql`exists (select from ${tableSql(target)} ${ident(alias)}
    where ${ident(alias, 'id')} = ${key} and ${asCondition(rights)})`;
  if (c.type(field).storage === 'column') return readable(value);
  return sql`not exists (select from jsonb_array_elements_text(${value}) one
    where not ${readable(sql`one::${fixed(sqlTypeOf(c, field))}`)})`;
}

/**
 * A file that the actor may use. Visitors own nothing, so they may also use a file that a visitor uploaded for this field.
 *
 * @param {Compilation} c @param {Field} field @param {Fragment} value
 */
function fileCheck(c, field, value) {
  return isUnlimited(c.actor) ? null : usableFile(c, field, value);
}

/**
 * The same for each file of a list, except those that the row held before. No foreign key says that a file exists, so
 * this is asked for everybody.
 *
 * @param {Compilation} c @param {Field} field @param {Fragment} value @param {Fragment | null} before
 */
function filesCheck(c, field, value, before) {
  const kept = before ? sql` and not coalesce(one.id = any(${before}), false)` : sql``;
  return sql`not exists (select from unnest(${value}) one(id) where not ${usableFile(c, field, sql`one.id`)}${kept})`;
}

/** @param {Compilation} c @param {Field} field @param {Fragment} id */
function usableFile(c, field, id) {
  const visitors = sql`f.owner is null and f.field_id = ${fixed(quoteLiteral(field.id))}::uuid`;
  const readable = readableFile(c, 'f');
  const mine = c.actor.userId === null ? sql`(${readable} or (${visitors}))` : readable;
  return sql`exists (select from plinth.files f where f.id = ${id} and ${mine})`;
}
