import { sql } from '../../../postgres/sql/index.js';
import { links } from './relation.js';
import { readValue } from './values.js';

/** @import { Found, Scope } from './scope.js' */

/**
 * A field's JSON-safe value; for a many-to-many field, the keys that the actor may know.
 *
 * @param {Scope} scope @param {Found} found
 */
export function fieldValue(scope, found) {
  if (found.type.storage === 'column') return readValue(scope.c.registry, found.field, found.column);
  return sql`(select coalesce(jsonb_agg(k.target order by k.target), '[]'::jsonb) from (${links(scope, found)}) k)`;
}
