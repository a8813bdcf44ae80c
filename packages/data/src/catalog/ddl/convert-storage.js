/** @import { Diff, PhysicalColumn, PhysicalJoin, PhysicalTable } from './types.d.ts' */
import { phrase } from '@plinth/plugin';
import { hex } from '../../postgres/sql/physical.js';
import { quoteIdentifier } from '../../postgres/sql/index.js';
import { quotedIn } from './names.js';
import { commonTables } from './pairs.js';
import { fieldTrash, inTrash, joinTrash } from './trash.js';

const SAMPLES = 20;

/**
 * A field changes from one value to many, or back. Values are kept if both refer to the same table and, on the way
 * back, no row has more than one.
 *
 * @param {Diff} diff
 */
export function checkStorageChanges(diff) {
  for (const { old, now } of commonTables(diff)) {
    for (const [id, column] of old.columns) {
      const join = diff.now.joins.get(id);
      if (join && !isSameTarget(old, id, join)) refuseValues(diff, old, column);
    }
    for (const [id, column] of now.columns) {
      const join = diff.old.joins.get(id);
      if (join) refusePairs(diff, now, column, join, isSameTarget(now, id, join) ? 'having count(*) > 1' : '');
    }
  }
}

/** Fills a new join table from the former column. @param {Diff} diff @param {PhysicalJoin} join */
export function pairsFromColumn(diff, join) {
  const table = diff.old.tables.get(join.table);
  if (!table?.columns.has(join.id) || !isSameTarget(table, join.id, join)) return;
  diff.steps.push({
    sql: `insert into "app".${quoteIdentifier(join.name)} ("source", "target") select row_key, value from ${inTrash(fieldTrash(join.id, diff.trash))}`,
  });
}

/**
 * Fills a new column from the former join table.
 *
 * @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column
 */
export function valuesFromPairs(diff, table, column) {
  const join = diff.old.joins.get(column.id);
  if (!join) return false;
  if (isSameTarget(table, column.id, join)) {
    diff.steps.push({
      sql: `update ${quotedIn(diff.now, table.id)} as t set ${quoteIdentifier(column.name)} = j.target
  from (select "source", (array_agg("target"))[1] as target from ${inTrash(joinTrash(column.id, diff.trash))} group by "source" having count(*) = 1) as j
 where j."source" = t."id"`,
    });
  }
  return true;
}

/** @param {PhysicalTable} table @param {string} id @param {PhysicalJoin} join */
function isSameTarget(table, id, join) {
  return join.target !== null && table.foreignKeys.get(`field_${hex(id)}_fk`)?.target === join.target;
}

/** @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column */
function refuseValues(diff, table, column) {
  if (diff.onFailure === 'empty' || diff.restore !== null) return;
  const quoted = quoteIdentifier(column.name);
  const from = `from ${quotedIn(diff.old, table.id)} where ${quoted} is not null`;
  diff.early.push({
    ...failure(table.name, column.name),
    count: `select count(*) as count ${from}`,
    samples: `select "id" as id, ${quoted} as value ${from} order by "id" limit ${SAMPLES}`,
  });
}

/** @param {Diff} diff @param {PhysicalTable} table @param {PhysicalColumn} column @param {PhysicalJoin} join @param {string} having */
function refusePairs(diff, table, column, join, having) {
  if (diff.onFailure === 'empty' || diff.restore !== null) return;
  const groups = `from "app".${quoteIdentifier(join.name)} group by "source" ${having}`;
  diff.early.push({
    ...failure(table.name, column.name),
    count: `select count(*) as count from (select 1 ${groups}) as g`,
    samples: `select "source" as id, array_agg("target"::text) as value ${groups} order by "source" limit ${SAMPLES}`,
  });
}

/** @param {string} table @param {string} field */
function failure(table, field) {
  return {
    code: 'FIELD_NOT_CONVERTIBLE',
    message: (/** @type {number} */ count) =>
      count === 1
        ? phrase`One row of "${table}" has a value of "${field}" that can't be kept`
        : phrase`${count} rows of "${table}" have values of "${field}" that can't be kept`,
    hint: 'Change those rows first, or choose to empty the field (undo restores the values)',
    field,
    canEmpty: true,
  };
}
