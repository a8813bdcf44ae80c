import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluate, readExpression, toJson } from '@plinth/expressions';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../../core-plugin.js';
import { SYSTEM } from '../../../gate/rows/testing/forum.js';
import { sql, toStatement } from '../../../postgres/sql/index.js';
import { inputsSql, rowOfInputs } from '../inputs-sql.js';
import { expressions } from './generate.js';

const registry = createRegistry([dataPlugin]);
const FIELD_TYPES = Object.freeze({ bool: 'boolean', int: 'integer', decimal: 'decimal', text: 'text', date: 'date' });
/** Formulas don't know the user, and these runs take longer than a moment. */
const NOT_HERE = /\b(user|now|today)\b/;
const LARGEST = 9007199254740991n;

/**
 * Saves random expressions as formula fields and compares their results in lists, filters and orders with the
 * evaluator's, row by row.
 *
 * @param {any} forum @param {{ formulas: number, seed: number }} options
 * @returns {Promise<number>} comparisons
 */
export async function compareFormulas(forum, { formulas, seed }) {
  let compared = 0;
  for (const [type, fieldType] of Object.entries(FIELD_TYPES)) {
    const sources = fc.sample(expressions(type, 3), { numRuns: formulas, seed });
    for (const formula of sources.filter((source) => !NOT_HERE.test(source) && source.length < 3000)) {
      compared += await compareOne(forum, formula, fieldType);
    }
  }
  return compared;
}

/** @param {any} forum @param {string} formula @param {string} type */
async function compareOne({ data }, formula, type) {
  await data.edit(SYSTEM, 'add-field', { table: 'things', field: { name: 'made', type, formula } });
  try {
    const expected = await naive(data);
    const list = async (/** @type {any} */ more) => {
      const spec = { table: 'things', select: [{ as: 'made', field: 'made' }], limit: 500, ...more };
      const [result] = await data.select(SYSTEM, [{ spec, params: {} }]);
      return result.rows;
    };
    for (const { id, made } of await list({ sort: [{ field: 'id' }] }))
      assert.deepEqual(plain(made), expected.get(id), `${formula} of row ${id}`);
    const some = [...expected.values()].find((value) => value !== null);
    if (some !== undefined && type !== 'text') {
      const found = await list({ where: { field: 'made', op: 'eq', value: some }, sort: [{ field: 'id' }] });
      const wanted = [...expected].filter(([, value]) => value === some).map(([id]) => id);
      assert.deepEqual(
        found.map((/** @type {any} */ row) => row.id),
        wanted,
        `${formula} = ${some}`,
      );
    }
    if (type !== 'text') inOrder(await list({ sort: [{ field: 'made' }] }), expected, formula);
    return expected.size;
  } finally {
    await data.edit(SYSTEM, 'remove-field', { table: 'things', field: 'made' });
  }
}

/** The evaluator's result for each row, by key. @param {any} data @returns {Promise<Map<number, unknown>>} */
async function naive(data) {
  const catalog = data.catalog();
  const table = catalog.table('things');
  const { tree, type, reads } = readExpression('row.made', { catalog, table });
  let aliases = 0;
  const names = { catalog, registry, alias: () => `x${(aliases += 1)}` };
  const { rows } = await data.db.query(
    toStatement(
      sql`select t.id, ${inputsSql(reads, { table, alias: 't' }, names)} as inputs from app.things t order by 1`,
    ),
  );
  const env = { user: { id: null, roles: [], signedIn: false }, now: 0n, today: 0, timeZone: 'Europe/Berlin' };
  return new Map(
    rows.map((/** @type {any} */ { id, inputs }) => {
      const value = evaluate(tree, { ...env, row: rowOfInputs(inputs, reads) });
      const fits = type.name !== 'int' || value === null || (value <= LARGEST && value >= -LARGEST);
      return [id, fits ? plain(toJson(value, type)) : null];
    }),
  );
}

/** 1.50 and 1.5 are the same number. @param {unknown} value */
function plain(value) {
  if (typeof value !== 'string' || !/^-?\d+\.\d+$/.test(value)) return value;
  return value.replace(/\.?0+$/, '');
}

/** @param {any[]} rows @param {Map<number, any>} expected @param {string} formula */
function inOrder(rows, expected, formula) {
  const values = rows.map(({ id }) => expected.get(id));
  for (let i = 1; i < values.length; i++) {
    const [a, b] = [values[i - 1], values[i]];
    if (a === null) assert.equal(b, null, `${formula}: what is empty comes last`);
    else if (b !== null) assert.ok(compare(a, b) <= 0, `${formula}: ${a} before ${b}`);
  }
}

/** @param {any} a @param {any} b */
function compare(a, b) {
  if (typeof a === 'string' && !/^\d{4}-/.test(a)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}
