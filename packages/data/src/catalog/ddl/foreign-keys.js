/** @import { Values } from '@plinth/plugin' */
/** @import { Check, Diff, ForeignKey, PhysicalJoin, PhysicalTable } from './types.d.ts' */
/** @import { Query } from '../../postgres/sql/statement.js' */
import { phrase } from '@plinth/plugin';
import { hex } from '../../postgres/sql/physical.js';
import { quoteIdentifier } from '../../postgres/sql/index.js';
import { nameIn, quotedIn } from './names.js';
import { lock } from './pairs.js';
import { same } from './same.js';
import { alter } from './steps.js';
import { fieldTrash, tableTrash } from './trash.js';

/** Adds new and changed foreign keys, once all tables and columns exist. @param {Diff} diff */
export function addForeignKeys(diff) {
  const { old, now } = diff;
  for (const table of now.tables.values()) {
    const before = old.tables.get(table.id);
    for (const [key, foreignKey] of table.foreignKeys) {
      const was = before?.foreignKeys.get(key);
      if (same(foreignKey, was)) continue;
      lock(diff, table.id);
      if (was?.target !== foreignKey.target) settleOrphans(diff, table, foreignKey);
      addForeignKey(diff, nameIn(now, table.id), {
        name: key,
        column: nameIn(now, foreignKey.field),
        target: foreignKey.target,
        onDelete: foreignKey.onDelete,
      });
    }
  }
  for (const join of now.joins.values()) addJoinKeys(diff, join);
}

/** @param {Diff} diff @param {string} table "app.books" @param {{ name: string, column: string, target: string, onDelete: string }} key */
function addForeignKey(diff, table, { name, column, target, onDelete }) {
  alter(diff, table, (t) =>
    t.foreign(column, name).references('id').inTable(nameIn(diff.now, target)).onDelete(onDelete),
  );
}

/** @param {Diff} diff @param {PhysicalJoin} join */
function addJoinKeys(diff, join) {
  const { old, now, steps } = diff;
  const was = old.joins.get(join.id);
  const name = `"app".${quoteIdentifier(join.name)}`;
  /** @param {'source' | 'target'} side @param {string} target */
  const add = (side, target) => {
    const orphans = `from ${name} as j where not exists (select from ${quotedIn(now, target)} as t where t."id" = j."${side}")`;
    if (was) steps.push({ check: dangling(`select count(*) as count ${orphans}`, null, join.name, side) });
    // Restored pairs may name rows that were deleted meanwhile; these pairs are removed.
    else steps.push({ sql: `delete ${orphans}` });
    const key = { name: `field_${hex(join.id)}_${side}`, column: side, target, onDelete: 'cascade' };
    addForeignKey(diff, `app.${join.name}`, key);
  };
  if (was && was.targetType !== join.targetType) {
    steps.push({ check: dangling(`select count(*) as count from ${name}`, null, join.name, 'target') });
    steps.push({
      sql: `alter table ${name} alter column "target" type ${join.targetType} using (null::${join.targetType})`,
    });
  }
  if (!was) add('source', join.table);
  if (join.target && join.target !== was?.target) add('target', join.target);
}

/** @param {Query} count @param {Query | null} samples @param {string} table @param {string} field @returns {Check} */
function dangling(count, samples, table, field) {
  return {
    code: 'RELATION_DANGLING',
    count,
    samples,
    message: (found) =>
      found === 1
        ? phrase`One row of "${table}" still points to a row that no longer exists (${field})`
        : phrase`${found} rows of "${table}" still point to rows that no longer exist (${field})`,
    hint: 'Undo the change that removed them, or remove or empty that field first',
    field,
    canEmpty: false,
  };
}

/**
 * Values that refer to no row. Restored values may refer to rows that were deleted meanwhile; they are treated as the
 * delete rule would have. Values left dangling when their target was removed must not be taken for keys of another
 * table that gets the same name.
 *
 * @param {Diff} diff @param {PhysicalTable} table @param {ForeignKey} foreignKey
 */
function settleOrphans(diff, table, { field, target, onDelete }) {
  const { now, steps, trashed } = diff;
  const from = `${quotedIn(now, table.id)} as t`;
  const column = quotedIn(now, field);
  const orphan = `t.${column} is not null and not exists (select from ${quotedIn(now, target)} as o where o."id" = t.${column})`;
  const back =
    (!diff.old.tables.has(table.id) && trashed.has(tableTrash(table.id))) ||
    (diff.restore !== null && trashed.has(fieldTrash(field, diff.restore)));
  const required = table.columns.get(field)?.notNull;
  if (back && !required) steps.push({ sql: `update ${from} set ${column} = null where ${orphan}` });
  else if (back && onDelete === 'cascade') steps.push({ sql: `delete from ${from} where ${orphan}` });
  else if (diff.old.tables.get(table.id)?.columns.has(field) || back) {
    const count = `select count(*) as count from ${from} where ${orphan}`;
    const samples = `select t."id" as id, t.${column} as value from ${from} where ${orphan} limit 20`;
    steps.push({ check: dangling(count, samples, table.name, /** @type {Values} */ (table.columns.get(field)).name) });
  }
}
