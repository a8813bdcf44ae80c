/** @import { Check, Diff, PhysicalColumn, PhysicalTable } from './types.d.ts' */
import { phrase } from '@plinth/plugin';
import { quoteIdentifier } from '../sql/index.js';
import { byId, withNames } from './names.js';

const SAMPLES = 20;
const COLUMNS = /"@([0-9a-f-]{36})"/g;

/**
 * A field becomes required: no row may be without a value.
 *
 * @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column @param {{ isNew: boolean, converted: boolean }} options
 *   `converted`: its values change first, so it can only be told afterwards
 */
export function checkRequired(diff, table, column, { isNew, converted }) {
  const before = diff.old.tables.get(table.id)?.columns.get(column.id);
  const early = isNew || (before && !converted && diff.restore === null);
  const name = (early ? diff.old : diff.now).names.get(table.id);
  const where = isNew ? 'true' : `${quoteIdentifier((early && before ? before : column).name)} is null`;
  /** @type {Check} */
  const check = {
    code: 'FIELD_HAS_EMPTY',
    count: `select count(*) as count from ${name} where ${where}`,
    samples: `select "id" as id, null as value from ${name} where ${where} limit ${SAMPLES}`,
    message: (count) =>
      phrase`${count} rows of "${table.name}" have no value for "${column.name}", so it can't be required`,
    hint: 'Give a value to fill them with, or fill them first',
    field: column.name,
    canEmpty: false,
  };
  if (early) diff.early.push(check);
  else diff.steps.push({ check });
}

/** New unique constraints over columns that are there already. @param {Diff} diff @param {{ old: PhysicalTable, now: PhysicalTable }} pair */
export function checkUnique(diff, { old, now }) {
  for (const [key, text] of now.constraints) {
    if (!text.startsWith('unique') || old.constraints.get(key) === text) continue;
    const ids = idsIn(text);
    if (!ids.every((id) => isUnchanged(id, old, now))) continue;
    const columns = ids.map((id) => /** @type {string} */ (diff.old.names.get(id)));
    const groups = `from ${diff.old.names.get(now.id)} where ${columns.map((column) => `${column} is not null`).join(' and ')}
      group by ${columns.join(', ')} having count(*) > 1`;
    const names = ids.map((id) => now.columns.get(id)?.name).join(', ');
    diff.early.push({
      code: 'FIELD_NOT_UNIQUE',
      count: `select count(*) as count from (select 1 ${groups}) as g`,
      samples: `select min("id"::text) as id, ${columns.length === 1 ? columns[0] : `concat_ws(', ', ${columns.join(', ')})`} as value ${groups} limit ${SAMPLES}`,
      message: (count) =>
        phrase`${count} values of ${names} in "${now.name}" occur more than once, so it can't be unique`,
      hint: 'Change or remove the rows that repeat a value first',
      field: ids.length === 1 ? names : null,
      canEmpty: false,
    });
  }
}

/** New check constraints of a table. Those of a field are part of its conversion. @param {Diff} diff @param {{ old: PhysicalTable, now: PhysicalTable }} pair */
export function checkChecks(diff, { old, now }) {
  for (const [key, text] of now.constraints) {
    if (!key.startsWith('constraint_') || !text.startsWith('check') || old.constraints.get(key) === text) continue;
    if (!idsIn(text).every((id) => isUnchanged(id, old, now))) continue;
    const from = withNames(`from ${byId(now.id)} where ${text.slice('check '.length)} is false`, diff.old);
    diff.early.push({
      code: 'CONSTRAINT_VIOLATED',
      count: `select count(*) as count ${from}`,
      samples: `select "id" as id, null as value ${from} limit ${SAMPLES}`,
      message: (count) =>
        count === 1
          ? phrase`One row of "${now.name}" breaks this rule`
          : phrase`${count} rows of "${now.name}" break this rule`,
      hint: 'Change those rows first, or loosen the rule',
      field: null,
      canEmpty: false,
    });
  }
}

/** @param {string} text */
function idsIn(text) {
  return [...new Set([...text.matchAll(COLUMNS)].map((match) => match[1]))];
}

/** @param {string} id @param {PhysicalTable} old @param {PhysicalTable} now */
function isUnchanged(id, old, now) {
  const before = old.columns.get(id);
  return before !== undefined && before.type === now.columns.get(id)?.type;
}
