/** @import { Check, Constraint, Diff, PhysicalColumn, PhysicalTable } from './types.d.ts' */
import { phrase } from '@plinth/plugin';
import { k, quoteIdentifier } from '../../postgres/sql/index.js';
import { nameIn, namesIn, quotedIn } from './names.js';
import { same } from './same.js';
import { hasPrepared } from './shadow-names.js';

const SAMPLES = 20;

/**
 * A field becomes required, so no row may be without a value.
 *
 * @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column @param {{ isNew: boolean, converted:
 *   boolean }} options
 *   `converted`: its values change first, so it can only be checked afterwards
 */
export function checkRequired(diff, table, column, { isNew, converted }) {
  const before = diff.old.tables.get(table.id)?.columns.get(column.id);
  const early = isNew || (before && !converted && diff.restore === null);
  const name = quotedIn(early ? diff.old : diff.now, table.id);
  const where = isNew ? 'true' : `${quoteIdentifier((early && before ? before : column).name)} is null`;
  const check = requiredCheck(name, where, { table: table.name, column: column.name });
  if (early) diff.early.push(check);
  else diff.steps.push({ check });
}

/** @param {string} name of the table, quoted @param {string} where @param {{ table: string, column: string }} called @returns {Check} */
export const requiredCheck = (name, where, { table, column }) => ({
  code: 'FIELD_HAS_EMPTY',
  count: `select count(*) as count from ${name} where ${where}`,
  samples: `select "id" as id, null as value from ${name} where ${where} limit ${SAMPLES}`,
  message: (count) =>
    count === 1
      ? phrase`One row of "${table}" has no value for "${column}", so it can't be required`
      : phrase`${count} rows of "${table}" have no value for "${column}", so it can't be required`,
  hint: 'Choose a value to fill them with, or fill them in first',
  field: column,
  canEmpty: false,
});

/**
 * New unique constraints on existing columns.
 *
 * @param {Diff} diff @param {{ old: PhysicalTable, now: PhysicalTable }} pair
 */
export function checkUnique(diff, { old, now }) {
  for (const [key, constraint] of now.constraints) {
    const { kind, fields } = constraint;
    if (kind !== 'unique' || same(constraint, old.constraints.get(key))) continue;
    if (hasPrepared(diff, key) || !fields.every((id) => isUnchanged(id, old, now))) continue;
    diff.early.push(uniqueCheck(diff, now, fields));
  }
}

/** @param {Diff} diff @param {PhysicalTable} now @param {readonly string[]} fields ids @param {string[]} [columns] @returns {Check} */
export function uniqueCheck(diff, now, fields, columns = fields.map((id) => nameIn(diff.old, id))) {
  const groups = () => {
    const filled = k(nameIn(diff.old, now.id)).groupBy(columns).havingRaw('count(*) > 1');
    return columns.reduce((query, column) => query.whereNotNull(column), filled);
  };
  const value = columns.length === 1 ? k.ref(columns[0]) : k.raw("concat_ws(', ', ??)", [columns]);
  const names = fields.map((id) => now.columns.get(id)?.name).join(', ');
  return {
    code: 'FIELD_NOT_UNIQUE',
    count: k(groups().select(k.raw('1')).as('g')).count('* as count'),
    samples: groups()
      .select(k.raw('min("id"::text) as id, ? as value', [value]))
      .limit(SAMPLES),
    message: (count) =>
      count === 1
        ? phrase`One value of ${names} in "${now.name}" occurs more than once, so it can't be unique`
        : phrase`${count} values of ${names} in "${now.name}" occur more than once, so it can't be unique`,
    hint: 'First change or remove the rows that repeat a value',
    field: fields.length === 1 ? names : null,
    canEmpty: false,
  };
}

/**
 * New check constraints of a table. Those of a field belong to its conversion.
 *
 * @param {Diff} diff @param {{ old: PhysicalTable, now: PhysicalTable }} pair
 */
export function checkChecks(diff, { old, now }) {
  for (const [key, constraint] of now.constraints) {
    if (constraint.kind !== 'check' || !key.startsWith('constraint_')) continue;
    if (same(constraint, old.constraints.get(key))) continue;
    if (hasPrepared(diff, key) || !constraint.fields.every((id) => isUnchanged(id, old, now))) continue;
    diff.early.push(ruleCheck(diff, now, constraint));
  }
}

/** @param {Diff} diff @param {PhysicalTable} now @param {Extract<Constraint, { kind: 'check' }>} constraint @returns {Check} */
export function ruleCheck(diff, now, constraint) {
  const from = `from ${quotedIn(diff.old, now.id)} where (${constraint.sql(namesIn(diff.old))}) is false`;
  return {
    code: 'CONSTRAINT_VIOLATED',
    count: `select count(*) as count ${from}`,
    samples: `select "id" as id, null as value ${from} limit ${SAMPLES}`,
    message: (count) =>
      count === 1
        ? phrase`One row of "${now.name}" breaks this rule`
        : phrase`${count} rows of "${now.name}" break this rule`,
    hint: 'Change those rows first, or relax the rule',
    field: null,
    canEmpty: false,
  };
}

/** @param {string} id @param {PhysicalTable} old @param {PhysicalTable} now */
function isUnchanged(id, old, now) {
  const before = old.columns.get(id);
  return before !== undefined && before.type === now.columns.get(id)?.type;
}
