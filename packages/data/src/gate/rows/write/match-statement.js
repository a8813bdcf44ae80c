import { tableSql } from '../../../postgres/sql/physical.js';
import { asCondition, predicate, readableField } from '../../../rules/rights/index.js';
import { fixed, ident, join, prepare, sql } from '../../../postgres/sql/index.js';
import { jsonValue } from '../compile/values.js';
import { fieldName, fromPayload } from './payload.js';
import { rowJson } from './row-json.js';
import { GIVEN_USER, byRow } from './row-user.js';
import { allLinks, linksInOrder, payloadRows, storedLinks } from './shape.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from '../compile/compilation.js' */

/**
 * Finds for each row of the payload the one that has the same key, among those that the actor may read: its id, whether
 * the actor may change it, whether any given value differs, its version, and its values by field id.
 *
 * @param {Compilation} c @param {Table} table @param {{ key: Field, fields: readonly Field[] }} what
 *   key: unique, with a column; fields: those that may be given
 */
export function matchStatement(c, table, { key, fields }) {
  const see = asCondition(predicate(c.actor, table, 'read', 't'));
  const may = asCondition(predicate(c.actor, table, 'update', 't'));
  const given = ident('i', '$v');
  const same = key.auto === 'id' ? ident('i', '$key') : fromPayload(c, key, given);
  const changed = fields.map((field) => sql`(${given} ? ${fieldName(field)} and ${differs(c, table, field)})`);
  const before = rowJson(
    c,
    fields,
    't',
    ({ id }) => id,
    (field) => allLinks(table, field, sql`t.id`),
  );
  const all = sql`with input as materialized (
  ${payloadRows(c, table)}
)
select i.${ident('$n')}, t.id, (${may}) is true as ${ident('$may')}, ${changed.length > 0 ? join(changed, ' or ') : fixed('false')} as ${ident('$changed')},
  ${jsonValue(c, table.field('updated_at'), ident('t', 'updated_at'))} as ${ident('$version')}, ${before} as ${ident('$before')}
from input i join ${tableSql(table)} t on t.${ident(key.name)} = ${same}
where ${see}
order by i.${ident('$n')}`;
  return { statement: prepare(byRow(all, GIVEN_USER)), resolvers: c.resolvers };
}

/** Of a value that the actor may not read it is not told whether it is the same. @param {Compilation} c @param {Table} table @param {Field} field @returns {Fragment} */
function differs(c, table, field) {
  if (!readableField(c.actor, table, field)) return fixed('true');
  const given = fromPayload(c, field, ident('i', '$v'));
  if (c.type(field).storage === 'column') return sql`${given} is distinct from ${ident('t', field.name)}`;
  return sql`${linksInOrder(c, field, given)} is distinct from ${storedLinks(c, table, field, sql`t.id`)}`;
}
