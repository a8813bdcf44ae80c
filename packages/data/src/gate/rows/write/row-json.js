import { fixed, ident, join, quoteLiteral, sql } from '../../../postgres/sql/index.js';
import { jsonValue } from '../compile/values.js';

/** @import { Field } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from '../compile/compilation.js' */

/** jsonb_build_object takes at most 100 arguments. */
const PAIRS = 40;

/**
 * A row as a jsonb object of JSON-safe values.
 *
 * @param {Compilation} c @param {readonly Field[]} fields @param {string} alias
 * @param {(field: Field) => string} keyOf @param {(field: Field) => Fragment} links value of a field with a join table
 */
export function rowJson(c, fields, alias, keyOf, links) {
  const pairs = fields.map((field) => {
    const value = c.type(field).storage === 'join' ? links(field) : jsonValue(c, field, ident(alias, field.name));
    return sql`${fixed(quoteLiteral(keyOf(field)))}, ${value}`;
  });
  const objects = [];
  for (let i = 0; i < pairs.length; i += PAIRS)
    objects.push(sql`jsonb_build_object(${join(pairs.slice(i, i + PAIRS))})`);
  return objects.length === 0 ? fixed(`'{}'::jsonb`) : join(objects, ' || ');
}
