/** @import { Knex } from 'knex' */
/** @import { Constraint, Diff, ForeignKey, Index, PhysicalModel } from './types.d.ts' */
import { quoteIdentifier } from '../../postgres/sql/index.js';
import { checkChecks, checkUnique } from './checks.js';
import { addIndex, dropIndex } from './indexes.js';
import { nameIn, namesIn, quotedIn } from './names.js';
import { commonTables, lock } from './pairs.js';
import { same } from './same.js';
import { aheadName, hasPrepared } from './shadow-names.js';
import { alter } from './steps.js';
import { tableTrash } from './trash.js';

/** Drops constraints, foreign keys and indexes that were removed or changed. @param {Diff} diff */
export function dropConstraints(diff) {
  const { old, now } = diff;
  for (const table of old.tables.values()) {
    const next = now.tables.get(table.id);
    const drop = (/** @type {string} */ name, /** @type {Constraint | ForeignKey} */ constraint) => {
      lock(diff, table.id);
      alter(diff, nameIn(old, table.id), (t) => dropConstraint(t, name, constraint));
    };
    for (const [name, foreignKey] of table.foreignKeys)
      if (!same(foreignKey, next?.foreignKeys.get(name)) && !fallsWithColumn(diff, foreignKey.field))
        drop(name, foreignKey);
    // A dropped table takes its other constraints into the trash.
    if (!next) continue;
    for (const [name, constraint] of table.constraints)
      if (!same(constraint, next.constraints.get(name)) && !fallsWithColumn(diff, ...constraint.fields))
        drop(name, constraint);
    for (const [name, index] of table.indexes)
      if (isReplaced(diff, name, index) || !same(index, next.indexes.get(name))) dropIndex(diff, table.id, name);
  }
}

/** Adds new and changed constraints and indexes, of new and existing tables. @param {Diff} diff */
export function addConstraints(diff) {
  const { old, now, trashed } = diff;
  for (const table of now.tables.values()) {
    const before = old.tables.get(table.id);
    if (!before && trashed.has(tableTrash(table.id))) continue;
    for (const [name, constraint] of table.constraints) {
      const isNew = fallsWithColumn(diff, ...constraint.fields) || !same(constraint, before?.constraints.get(name));
      if (!isNew) continue;
      lock(diff, table.id);
      if (hasPrepared(diff, name)) {
        takeConstraint(diff, quotedIn(now, table.id), name, constraint);
        continue;
      }
      alter(diff, nameIn(now, table.id), (t) => addConstraint(t, name, constraint, now));
    }
    for (const [name, index] of table.indexes) {
      if (hasPrepared(diff, name)) takeIndex(diff, name);
      else if (isReplaced(diff, name, index) || !same(index, before?.indexes.get(name)))
        addIndex(diff, table.id, name, index);
    }
  }
  for (const pair of commonTables(diff)) {
    checkUnique(diff, pair);
    checkChecks(diff, pair);
  }
}

/** What a column that is replaced takes with it when it is dropped. @param {Diff} diff @param {...string} fields */
const fallsWithColumn = ({ prepared }, ...fields) =>
  Boolean(prepared?.field) && fields.includes(String(prepared?.field));

/** Whether an index goes with its column, and is not one that was made ahead. @param {Diff} diff @param {string} name @param {Index} index */
const isReplaced = (diff, name, { fields }) => fallsWithColumn(diff, ...fields) && !hasPrepared(diff, name);

/** A constraint that was made ahead. @param {Diff} diff @param {string} table quoted @param {string} name @param {Constraint} constraint */
function takeConstraint({ steps }, table, name, { kind }) {
  const [made, wanted] = [aheadName(name), name].map(quoteIdentifier);
  const how =
    kind === 'unique'
      ? `add constraint ${wanted} unique using index ${made}`
      : `rename constraint ${made} to ${wanted}`;
  steps.push({ sql: `alter table ${table} ${how}` });
}

/** An index that was made ahead. @param {Diff} diff @param {string} name */
const takeIndex = ({ steps }, name) =>
  void steps.push({ sql: `alter index "app".${quoteIdentifier(aheadName(name))} rename to ${quoteIdentifier(name)}` });

/** @param {Knex.AlterTableBuilder} table @param {string} name @param {Constraint} constraint @param {PhysicalModel} model */
function addConstraint(table, name, constraint, model) {
  if (constraint.kind === 'unique') {
    const columns = constraint.fields.map((id) => nameIn(model, id));
    return void table.unique(columns, { indexName: name });
  }
  // knex does not quote the name of a check.
  table.check(constraint.sql(namesIn(model)), undefined, quoteIdentifier(name));
}

/** @param {Knex.AlterTableBuilder} table @param {string} name @param {Constraint | ForeignKey} constraint */
function dropConstraint(table, name, { kind }) {
  if (kind === 'unique') table.dropUnique([], name);
  else if (kind === 'foreign key') table.dropForeign([], name);
  else table.dropChecks(quoteIdentifier(name));
}
