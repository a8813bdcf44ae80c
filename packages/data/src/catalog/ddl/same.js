/** @import { ForeignKey, Index, Constraint } from './types.d.ts' */
import { isDeepStrictEqual } from 'node:util';
import { byId } from './names.js';

/**
 * Whether two definitions are equal except for names of tables and columns.
 *
 * @param {Constraint | Index | ForeignKey | undefined} a @param {Constraint | Index | ForeignKey | undefined} b
 */
export function same(a, b) {
  return a === b || (a !== undefined && b !== undefined && isDeepStrictEqual(spelled(a), spelled(b)));
}

/** @param {Constraint | Index | ForeignKey} definition */
function spelled(definition) {
  return 'sql' in definition ? { ...definition, sql: definition.sql(byId) } : definition;
}
