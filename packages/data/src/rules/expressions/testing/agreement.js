import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluate, holds, readExpression, toJson } from '@plinth/expressions';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../../core-plugin.js';
import { ident, sql, toStatement } from '../../../postgres/sql/index.js';
import { compileCondition, compileValue } from '../compile-sql.js';
import { inputsSql, rowOfInputs } from '../inputs-sql.js';
import { writtenSql } from '../literals.js';
import { expressions, TYPES } from './generate.js';
import { GROUPS } from './playground.js';

const registry = createRegistry([dataPlugin]);
const TIME_ZONE = 'Europe/Berlin';
const NOW = '2026-11-21T08:00:00.123456Z';

/**
 * PostgreSQL's result for an expression and every row of the playground, with the evaluator's inputs.
 *
 * @param {any} forum @param {string} source @param {any} user
 */
export async function answers(forum, source, user) {
  const catalog = forum.data.catalog();
  const table = catalog.table('things');
  const { tree, type, reads } = readExpression(source, { catalog, table });
  let aliases = 0;
  const row = { table, alias: 't0' };
  const names = { catalog, registry, alias: () => `x${(aliases += 1)}` };
  const context = {
    ...names,
    rows: { row },
    user: sql`${user.id}::uuid`,
    roles: user.roles,
    now: sql`${NOW}::timestamptz`,
    today: sql`${'2026-11-21'}::date`,
    timeZone: TIME_ZONE,
  };
  const condition = type.name === 'bool' ? sql`coalesce(${compileCondition(tree, context)}, false)` : sql`null`;
  const { text, values } = toStatement(sql`
    select ${ident('t0', 'id')} as id, ${inputsSql(reads, row, names)} as inputs,
           jsonb_build_array(${exact(compileValue(tree, context), type)}) as value, ${condition} as condition
      from app.things t0 order by 1`);
  const { rows } = await forum.data.db.query({ text, values });
  const env = { user, now: 1795248000123456n, today: 20778, timeZone: TIME_ZONE };
  return {
    tree,
    type,
    text,
    rows: rows.map((/** @type {any} */ { id, inputs, value, condition: held }) => ({
      id,
      value: value[0],
      held,
      env: { ...env, row: rowOfInputs(inputs, reads) },
    })),
  };
}

/**
 * Compares the results of PostgreSQL and the evaluator for every row of the playground, as a value and as a condition.
 *
 * @param {any} forum @param {string} source @param {any} user
 * @returns {Promise<number>} the number of comparisons
 */
export async function compare(forum, source, user) {
  const { tree, type, text, rows } = await answers(forum, source, user);
  for (const { id, value, held, env } of rows) {
    const expected = asText(evaluate(tree, env), type);
    assert.deepEqual(value, expected, `${source} of row ${id}: Postgres ${value}, evaluator ${expected}\n${text}`);
    if (type.name === 'bool') assert.equal(held, holds(tree, env), `condition ${source} of row ${id}\n${text}`);
  }
  return rows.length;
}

/** @param {any} value @param {any} type */
export function exact(value, type) {
  if (['int', 'decimal'].includes(type.name)) return sql`trim_scale((${value})::numeric)::text`;
  if (type.name === 'duration') return sql`(${value})::bigint::text`;
  return ['date', 'moment', 'time'].includes(type.name) ? writtenSql(value, type.name) : value;
}

/** A value in the form that `answers` returns. @param {any} value @param {any} type */
export function asText(value, type) {
  if (value === null) return null;
  return ['int', 'duration'].includes(type.name) ? String(value) : toJson(value, type);
}

/**
 * Random expressions of every type, each compared for all rows.
 *
 * @param {any} forum @param {{ expressions: number, seed: number }} options
 * @returns {Promise<number>} comparisons
 */
export async function compareMany(forum, { expressions: count, seed }) {
  const users = usersOf(forum);
  let compared = 0;
  const any = randomExpressions();
  const property = fc.asyncProperty(any, fc.constantFrom(...users), async (source, user) => {
    if (source.length > 3900) return;
    compared += await compare(forum, source, user);
  });
  await fc.assert(property, { numRuns: count, seed, endOnFailure: false });
  return compared;
}

/** Expressions of any type. */
export const randomExpressions = () => fc.constantFrom(...TYPES).chain((type) => expressions(type, 3));

/** A visitor and a logged-in user. @param {any} forum */
export function usersOf(forum) {
  return [
    { id: null, roles: ['public'], groups: [], signedIn: false, name: null, email: null },
    {
      id: forum.people.ada,
      roles: ['user', 'public'],
      groups: GROUPS,
      signedIn: true,
      name: 'ada',
      email: 'ada@secret.example',
    },
  ];
}
