/** @import { Tree, Type } from '@plinth/expressions' */
/** @import { Case } from './function-table.js' */
import { MOST_WEIGHT, weightOf } from '@plinth/expressions';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../../core-plugin.js';
import { fixed, sql, toStatement } from '../../../postgres/sql/index.js';
import { compileCondition } from '../compile-sql.js';

const registry = createRegistry([dataPlugin]);
const BOOL = /** @type {Type} */ ({ name: 'bool' });

/** A field of the playground's things for each type. @type {Record<string, string>} */
const FIELDS = {
  bool: 'done',
  int: 'count',
  decimal: 'price',
  text: 'title',
  date: 'due',
  moment: 'seen',
  time: 'at',
  duration: 'took',
  id: 'code',
  json: 'data',
};

/**
 * A case whose argument at a position is the same case again, and so on: the deepest nesting in an expression of the
 * allowed size. If result and argument differ in type, the result decides between two values of the argument's type.
 *
 * @param {Case} one @param {number} position @param {number} depth
 * @returns {Tree} as a condition
 */
export function nested(one, position, depth) {
  let tree = one.tree(one.params.map(leaf));
  for (let level = 1; level < depth; level++) {
    const inner = tree;
    tree = one.tree(one.params.map((type, i) => (i === position ? converted(inner, one.result, type) : leaf(type))));
  }
  return asked(tree, one.result);
}

/** The grammar's limit for nested calls, and what nested formulas can add to it. */
const DEEPEST = [36, 200];
/** An expression has 500 parts. */
const MOST_TIMES = 100;

/**
 * The condition that costs the planner most among those allowed: nested as deeply as possible, or less deeply but as
 * often side by side as possible.
 *
 * @param {Case} one @param {number} [deepest]
 * @returns {Tree}
 */
export function heaviest(one, deepest = DEEPEST[0]) {
  const positions = [...one.params.keys()];
  const weights = positions.map((position) => weightOf(nested(one, position, 4)));
  const position = weights.indexOf(Math.max(...weights));
  let depth = 1;
  while (depth < deepest && weightOf(nested(one, position, depth + 1)) <= MOST_WEIGHT) depth += 1;
  const tree = nested(one, position, depth);
  const times = Math.floor(MOST_WEIGHT / (weightOf(tree) + 1));
  const all = Array.from({ length: Math.min(times, MOST_TIMES) }, () => tree);
  return all.reduce((a, b) => ({ op: 'or', args: [a, b], type: BOOL }));
}

/** @param {Type} type @returns {Tree} */
function leaf(type) {
  if (type.name === 'list') return { op: 'list', args: [leaf(type.of)], type };
  return { op: 'path', of: 'row', path: [FIELDS[type.name]], type };
}

/** @param {Tree} tree @param {Type} from @param {Type} to @returns {Tree} */
function converted(tree, from, to) {
  if (to.name === 'list') return { op: 'list', args: [converted(tree, from, to.of)], type: to };
  if (from.name === to.name) return tree;
  return { op: 'if', args: [asked(tree, from), leaf(to), leaf(to)], type: to };
}

/** @param {Tree} tree @param {Type} type @returns {Tree} */
function asked(tree, type) {
  if (type.name === 'bool') return tree;
  if (type.name === 'json') return { op: 'empty', args: [tree], type: BOOL };
  return { op: 'equal', args: [tree, leaf(type)], type: BOOL };
}

/**
 * PostgreSQL's plan for the things that a condition holds for, without running it.
 *
 * @param {any} forum @param {Tree} tree
 * @returns {Promise<{ size: number, subPlans: number, memory: number, milliseconds: number }>} size in characters;
 *   memory in bytes, 0
 *   before PostgreSQL 17
 */
export async function planOf(forum, tree) {
  const { rows: versions } = await forum.data.db.query(
    sql`select current_setting('server_version_num')::int as version`,
  );
  const { text, values } = toStatement(sql`
    explain (verbose, summary${fixed(versions[0].version >= 170_000 ? ', memory' : '')})
    select t0.id from app.things t0 where ${conditionOf(forum, tree)}`);
  const { rows } = await forum.data.db.query({ text, values });
  const lines = rows.map((/** @type {any} */ row) => row['QUERY PLAN'].trim()).join('\n');
  return {
    size: lines.length,
    subPlans: lines.match(/^SubPlan /gm)?.length ?? 0,
    memory: Number(/Memory: used=(\d+)kB/.exec(lines)?.[1] ?? 0) * 1024,
    milliseconds: Number(/Planning Time: ([\d.]+) ms/.exec(lines)?.[1]),
  };
}

/** A condition on things t0. @param {any} forum @param {Tree} tree */
export function conditionOf({ data }, tree) {
  const catalog = data.catalog();
  let aliases = 0;
  return compileCondition(tree, {
    catalog,
    registry,
    timeZone: 'Europe/Berlin',
    alias: () => `x${(aliases += 1)}`,
    rows: { row: { table: catalog.table('things'), alias: 't0' } },
    user: sql`${null}::uuid`,
    roles: [],
    now: fixed('statement_timestamp()'),
    today: fixed('current_date'),
  });
}
