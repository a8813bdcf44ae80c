/** @import { Check, Constraint, Diff, Index, NameOf, PhysicalTable, Rewrite, Shadow } from './types.d.ts' */
/** @import { Change } from './convert.js' */
import { hex } from '../../postgres/sql/physical.js';
import { requiredCheck, ruleCheck, uniqueCheck } from './checks.js';
import { columnType } from './column-type.js';
import { changeOfColumn, changesValues, convertedSql, failureCheck, textsIn } from './convert.js';
import { indexSql } from './indexes.js';
import { nameIn, quotedIn } from './names.js';
import { commonTables } from './pairs.js';
import { same } from './same.js';
import { requiredName, shadowColumn, shadowName } from './shadow-names.js';
import { filledTrash, unfilledTrash } from './trash.js';

/**
 * What can be made of a large table ahead of the edit: converted values in a second column, checks and unique values that
 * are proved, indexes. Under its lock the edit then only exchanges names.
 *
 * @param {Diff} diff
 * @returns {Rewrite | null} null: there is nothing to make, or it is done under the lock, as for a small table: values that
 *   become keys of other rows or numbers of a counter, filled rows, several columns or tables at once
 */
export function planRewrite(diff) {
  const found = commonTables(diff).flatMap((pair) => (diff.large?.has(pair.now.id) ? [rewriteOf(diff, pair)] : []));
  const wanted = found.filter((rewrite) => rewrite !== NOTHING);
  return wanted.length === 1 ? wanted[0] : null;
}

/** @type {any} */
const NOTHING = Symbol('nothing');

/** @param {Diff} diff @param {{ old: PhysicalTable, now: PhysicalTable }} pair @returns {Rewrite | null} */
function rewriteOf(diff, { old, now }) {
  const changes = changesOf(diff, { old, now });
  const [change, ...more] = changes.filter((one) => changesValues(diff, one));
  if (more.length > 0 || (change && !isPlain(change)) || isFilled(diff, now)) return null;
  const shadow = change ? shadowOf(diff, change) : null;
  const constraints = [...now.constraints].filter(
    ([name, one]) => isThere(old, one) && (isIn(shadow, one) || !same(one, old.constraints.get(name))),
  );
  /** @type {NameOf} */
  const nameOf = (id) => (id === shadow?.field ? shadow.column : quotedIn(diff.old, id));
  const plainName = (/** @type {string} */ id) => (id === shadow?.field ? shadowName(id) : nameIn(diff.old, id));
  const required = requiredOf({ old, now }, shadow);
  if (!shadow && constraints.length + required.length === 0) return NOTHING;
  return {
    table: old.id,
    name: quotedIn(diff.old, old.id),
    key: old.key === 'uuid' ? 'uuid' : 'bigint',
    shadow,
    questions: [
      ...(diff.onFailure === 'empty' ? [] : changes.map((one) => failureCheck(diff, one))),
      ...constraints.flatMap(([name, one]) => (isIn(shadow, one) ? [] : questionOf(diff, now, name, one))),
    ],
    indexes: shadow ? indexesOf(diff, { old, now }, shadow, nameOf) : [],
    uniques: constraints.flatMap(([name, { kind, fields }]) =>
      kind === 'unique'
        ? [{ name, columns: fields.map(nameOf), check: uniqueCheck(diff, now, fields, fields.map(plainName)) }]
        : [],
    ),
    checks: constraints.flatMap(([name, one]) => (one.kind === 'check' ? [{ name, sql: one.sql(nameOf) }] : [])),
    required: required.map(({ id, name }) => {
      const sql = nameOf(id);
      const check = requiredCheck(quotedIn(diff.old, old.id), `${sql} is null`, { table: now.name, column: name });
      return { id, name: requiredName(id), sql, check };
    }),
  };
}

/** @param {Diff} diff @param {{ old: PhysicalTable, now: PhysicalTable }} pair */
const changesOf = (diff, { old, now }) =>
  [...now.columns.values()].flatMap((column) => {
    const before = old.columns.get(column.id);
    const change = before && !column.derived ? changeOfColumn(diff, now, before, column) : null;
    return change ? [change] : [];
  });

/** @param {Change} change */
const isPlain = ({ table, before, column }) =>
  !before.numbers && !column.numbers && !table.foreignKeys.has(`field_${hex(column.id)}_fk`);

/** Whether rows without a value get one, or lose it again. @param {Diff} diff @param {PhysicalTable} table */
function isFilled({ fill, restore, trashed }, { columns }) {
  const names = (/** @type {string} */ id) =>
    restore === null ? [] : [filledTrash(id, restore), unfilledTrash(id, restore)];
  return [...columns.keys()].some((id) => id in fill || names(id).some((name) => trashed.has(name)));
}

/** @param {PhysicalTable} old @param {Constraint | Index} what */
const isThere = (old, { fields }) => fields.every((id) => old.columns.has(id));

/** @param {Shadow | null} shadow @param {Constraint | Index} what */
const isIn = (shadow, { fields }) => shadow !== null && fields.includes(shadow.field);

/** @param {{ old: PhysicalTable, now: PhysicalTable }} pair @param {Shadow | null} shadow */
const requiredOf = ({ old, now }, shadow) =>
  [...now.columns.values()].filter(({ id, notNull, numbers, generated, derived }) => {
    const before = old.columns.get(id);
    const isOurs = notNull && !numbers && !generated && !derived;
    return isOurs && before !== undefined && (id === shadow?.field || !before.notNull);
  });

/** @param {Diff} diff @param {PhysicalTable} now @param {string} name @param {Constraint} one @returns {Check[]} */
function questionOf(diff, now, name, one) {
  if (one.kind === 'unique') return [uniqueCheck(diff, now, one.fields)];
  // Those of a field are asked with its values.
  return name.startsWith('constraint_') ? [ruleCheck(diff, now, one)] : [];
}

/** @param {Diff} diff @param {{ old: PhysicalTable, now: PhysicalTable }} pair @param {Shadow} shadow @param {NameOf} nameOf */
const indexesOf = ({ unbuilt, trigrams }, { old, now }, shadow, nameOf) =>
  [...now.indexes].flatMap(([name, index]) => {
    const isWanted = isIn(shadow, index) && isThere(old, index) && !unbuilt.has(name);
    return isWanted && (trigrams || index.kind !== 'trigrams') ? [{ name, sql: indexSql(index, nameOf) }] : [];
  });

/** @param {Diff} diff @param {Change} change @returns {Shadow} */
function shadowOf(diff, change) {
  const { before, column, field, restore } = change;
  const { aliased, expression, failing, restored, joined } = textsIn(diff, diff.old, change);
  return {
    field: field.id,
    label: field.label,
    from: quotedIn(diff.old, field.id),
    column: shadowColumn(field.id),
    was: /** @type {string} */ (before.type),
    type: columnType(/** @type {string} */ (column.type)),
    converted: convertedSql(restore, restored, failing, expression),
    joined,
    restored,
    kept: `(${aliased} is not null${restore ? ' or (r.value is not null and r.converted is null)' : ''})`,
    mayEmpty: diff.onFailure === 'empty',
  };
}
