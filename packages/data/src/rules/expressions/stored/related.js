/** @import { Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Formula } from './calculation.js' */
/** @import { Step, Watch } from './watches.js' */
import { columnSql, hex, joinTable, tableSql } from '../../../postgres/sql/physical.js';
import { fixed, ident, join, sql } from '../../../postgres/sql/index.js';
import { chainOf } from './chains.js';
import { inlined } from './inlined.js';
import { fill, functionSql, held } from './calculation.js';

/**
 * A function with the triggers of one table that the formula depends on; `table` is null for pairs.
 *
 * @typedef {{ name: string, table: Table | null, statements: string[] }} Related
 */
/**
 * Which rows a write to that table affects: those at the end of `steps`, by key, for each operation. `lock`: they own
 * the list that changes.
 *
 * @typedef {{ steps: readonly Step[], owner: Table, lock: boolean, keys: Partial<Record<Operation, Fragment>> }}
 *   Concern
 * @typedef {'insert' | 'update' | 'delete'} Operation
 */

/** @type {Record<Operation, string>} */
const IMAGES = {
  insert: 'referencing new table as new_rows',
  update: 'referencing old table as old_rows new table as new_rows',
  delete: 'referencing old table as old_rows',
};

/** @param {Formula} formula @returns {Related[]} */
export function relatedFunctions(formula) {
  /** @type {Map<string, { on: Fragment, table: Table | null, concerns: Concern[] }>} */
  const triggers = new Map();
  const add = (/** @type {Fragment} */ on, /** @type {Table | null} */ table, /** @type {Concern} */ concern) => {
    const key = inlined(on);
    const trigger = triggers.get(key) ?? { on, table, concerns: [] };
    triggers.set(key, trigger);
    trigger.concerns.push(concern);
  };
  for (const { steps, columns } of formula.watches) {
    const last = steps.at(-1);
    if (!last) continue;
    const read = [...columns].filter((name) => name !== 'id');
    if (last.kind === 'child') add(tableSql(last.to), last.to, ofChildren(steps, last, read));
    else if (read.length > 0) add(tableSql(last.to), last.to, ofTargets(steps, last, read));
    if (last.kind === 'many') add(joinTable(last.from, last.field).name, null, ofPairs(steps, last));
  }
  return [...triggers.values()].map((trigger, i) => functionOf(formula, trigger, i));
}

/**
 * Rows that are added, removed, or moved from one list to another.
 *
 * @param {readonly Step[]} steps @param {Step} last @param {string[]} read
 * @returns {Concern}
 */
function ofChildren(steps, { from, to, field }, read) {
  const key = (/** @type {string} */ alias) => columnSql(to, field, alias);
  const columns = [...new Set([field.name, ...read])];
  return {
    steps: steps.slice(0, -1),
    owner: from,
    lock: true,
    keys: {
      insert: sql`select ${key('a')} from new_rows a`,
      delete: sql`select ${key('b')} from old_rows b`,
      update: sql`select v.key from old_rows b full join new_rows a on a.id = b.id
      cross join lateral (values (${key('b')}), (${key('a')})) v (key) where ${differ(columns)}`,
    },
  };
}

/**
 * Targets of a relation: if one is deleted, the rows that refer to it are written as well.
 *
 * @param {readonly Step[]} steps @param {Step} last @param {string[]} read
 * @returns {Concern}
 */
function ofTargets(steps, { to }, read) {
  const update = sql`select a.id from old_rows b join new_rows a on a.id = b.id where ${differ(read)}`;
  return { steps, owner: to, lock: false, keys: { update } };
}

/** @param {readonly Step[]} steps @param {Step} last @returns {Concern} */
function ofPairs(steps, { from }) {
  return {
    steps: steps.slice(0, -1),
    owner: from,
    lock: true,
    keys: {
      insert: sql`select a.source from new_rows a`,
      delete: sql`select b.source from old_rows b`,
      update: sql`select b.source from old_rows b union select a.source from new_rows a`,
    },
  };
}

/** @param {string[]} columns */
function differ(columns) {
  const image = (/** @type {string} */ alias) => join(columns.map((name) => ident(alias, name)));
  return sql`row(${image('a')}) is distinct from row(${image('b')})`;
}

/**
 * @param {Formula} formula @param {{ on: Fragment, table: Table | null, concerns: Concern[] }} trigger @param {number} number
 * @returns {Related}
 */
function functionOf(formula, { on, table, concerns }, number) {
  const name = formula.name(`_of_${number}`);
  const operations = /** @type {Operation[]} */ (['insert', 'update', 'delete']).filter((operation) =>
    concerns.some(({ keys }) => keys[operation]),
  );
  const branches = operations.map(
    (operation) => sql`
  if tg_op = ${fixed(`'${operation.toUpperCase()}'`)} then
    ${branch(formula, concerns, operation)}
  end if;`,
  );
  const body = sql`declare ids ${fixed(formula.key)}[];
begin
  if tg_op = 'TRUNCATE' then
    ${fill(formula)};
    return null;
  end if;${join(branches, '')}
  perform ${fixed(formula.name('_reckon'))}(ids);
  return null;
end`;
  const trigger = (/** @type {string} */ event, /** @type {string} */ images) =>
    inlined(sql`create trigger ${ident(`formula_${hex(formula.field.id)}_${event}`)} after ${fixed(event)} on ${on}
${fixed(images)} for each statement execute function ${fixed(name)}()`);
  return {
    name,
    table,
    statements: [
      functionSql(`${name}() returns trigger`, body),
      ...operations.map((operation) => trigger(operation, IMAGES[operation])),
      trigger('truncate', ''),
    ],
  };
}

/**
 * Locks the rows whose lists changed, then finds all rows of the formula's table that depend on them.
 *
 * @param {Formula} formula @param {Concern[]} concerns @param {Operation} operation
 */
function branch({ table }, concerns, operation) {
  const here = concerns.filter(({ keys }) => keys[operation]);
  const keysOf = (/** @type {Concern} */ { keys }) => /** @type {Fragment} */ (keys[operation]);
  // Rows of the formula's own table are locked when they are calculated.
  const locks = here
    .filter(({ lock, steps }) => lock && steps.length > 0)
    .map((concern) => held(tableSql(concern.owner), keysOf(concern), 'no key update'));
  const ids = here.map((concern) => {
    if (concern.steps.length === 0) return keysOf(concern);
    const { from, tie, end } = chainOf(concern.steps, 't');
    return sql`select t.id from ${tableSql(table)} t cross join ${from} where ${tie} and ${fixed(end)}.id in (${keysOf(concern)})`;
  });
  return sql`${join(locks, '\n    ')}
    ids := array(${join(ids, '\n    union ')});`;
}
