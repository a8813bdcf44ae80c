/** @import { Constraint, Field, Table } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';

/** @typedef {Extract<Constraint, { kind: 'function' }>} FunctionRule */
/** What is asked before a row of a table is written. @typedef {{ calculated: Field[], rules: FunctionRule[] }} TableFunctions */

/** The functions of a table; null for most tables. */
export const functionsOf = memoize((/** @type {Table} */ table) => {
  const calculated = table.fields.filter((field) => field.function);
  const rules = table.constraints.flatMap((constraint) => (constraint.kind === 'function' ? [constraint] : []));
  /** @type {TableFunctions | null} */
  const found = calculated.length + rules.length > 0 ? { calculated, rules } : null;
  return found;
});
