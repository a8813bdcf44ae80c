/** @import { Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/transaction.js' */
import { createHash } from 'node:crypto';
import { joinTableName } from '../../catalog/physical.js';
import { quoteIdentifier, quoteLiteral, sql } from '../../sql/index.js';
import { READER } from './reader-role.js';
import { SCHEMA, wallCondition } from './wall-sql.js';

const POLICY = 'plinth_wall';
/** Of people no password is told. What else is in schema plinth stays out of reach. */
const OWN_TABLES = [
  'grant select (id, name, email, created_at, locale, disabled_at) on plinth.users',
  'grant select on plinth.groups, plinth.group_members, plinth.files',
];

/**
 * What has to be done so that policies say what the access lists of a Catalog say: what is there and no longer right
 * goes before the schema changes, what is wanted comes when its columns are there.
 *
 * @typedef {{ before: string[], after: string[] }} WallPlan
 *
 * @param {Pick<Transaction, 'query'>} on @param {Catalog} catalog @param {Registry} registry @returns {Promise<WallPlan>}
 */
export async function planWall(on, catalog, registry) {
  const wanted = wantedWalls(catalog, registry);
  const known = await knownWalls(on);
  /** @type {WallPlan} */
  const plan = { before: [], after: [] };
  for (const [name, mark] of known.policies)
    if (wanted.get(name)?.mark !== mark) plan.before.push(`drop policy ${POLICY} on app.${quoteIdentifier(name)}`);
  const functions = new Set([...wanted.values()].flatMap((wall) => wall.functions.map(({ name }) => name)));
  for (const { name, signature } of known.functions)
    if (!functions.has(name)) plan.before.push(`drop function ${SCHEMA}.${name}(${signature})`);
  if (!known.schema) plan.after.push(`create schema ${SCHEMA}`);
  for (const [name, wall] of wanted)
    if (known.policies.get(name) !== wall.mark) plan.after.push(...wallSteps(name, wall));
  if (!known.schema) plan.after.push(...firstGrants());
  return plan;
}

/** Takes the wall down. @param {Pick<Transaction, 'query'>} on @returns {Promise<string[]>} */
export async function planNoWall(on) {
  const known = await knownWalls(on);
  const tables = [...known.policies.keys()].map((name) => `app.${quoteIdentifier(name)}`);
  return [
    ...tables.flatMap((table) => [
      `drop policy ${POLICY} on ${table}`,
      `alter table ${table} disable row level security`,
    ]),
    ...(known.schema ? [`drop schema ${SCHEMA} cascade`] : []),
  ];
}

/** @typedef {{ mark: string, condition: string, functions: { name: string, create: string }[] }} Wall */

/** @param {Catalog} catalog @param {Registry} registry @returns {Map<string, Wall>} by the table's name in Postgres */
function wantedWalls(catalog, registry) {
  /** @type {Map<string, Wall>} */
  const walls = new Map();
  for (const table of catalog.tables) {
    if (table.system) continue;
    walls.set(table.name, marked(table, wallCondition({ catalog, registry }, table)));
    for (const field of table.fields) {
      if (field.type !== 'many_to_many') continue;
      // Who sees the row sees to what it leads; what that is, the other table's wall says.
      const condition = `exists (select from app.${quoteIdentifier(table.name)} s where s.id = source)`;
      walls.set(joinTableName(table.name, field.name), marked(table, { condition, functions: [] }));
    }
  }
  return walls;
}

/** A policy holds on to its columns: it is made anew where one of them changes. @param {Table} table @param {Omit<Wall, 'mark'>} wall @returns {Wall} */
function marked({ fields, id }, wall) {
  const columns = fields.map((field) => [field.id, field.name, field.type]);
  const mark = createHash('sha256')
    .update(JSON.stringify([id, columns, wall]))
    .digest('base64url');
  return { ...wall, mark };
}

/** @param {string} name @param {Wall} wall */
function wallSteps(name, { mark, condition, functions }) {
  const table = `app.${quoteIdentifier(name)}`;
  return [
    ...functions.map(({ create }) => create),
    `alter table ${table} enable row level security`,
    `create policy ${POLICY} on ${table} for select to ${READER} using (${condition})`,
    `comment on policy ${POLICY} on ${table} is ${quoteLiteral(mark)}`,
    `grant select on ${table} to ${READER}`,
  ];
}

const firstGrants = () => [
  `grant usage on schema app, plinth, ${SCHEMA} to ${READER}`,
  ...OWN_TABLES.map((grant) => `${grant} to ${READER}`),
];

/** @param {Pick<Transaction, 'query'>} on */
async function knownWalls(on) {
  const policies = await on.query(sql`
    select c.relname as name, coalesce(obj_description(p.oid, 'pg_policy'), '') as mark
      from pg_policy p
      join pg_class c on c.oid = p.polrelid
      join pg_namespace n on n.oid = c.relnamespace
     where p.polname = ${POLICY} and n.nspname = 'app'`);
  const functions = await on.query(sql`
    select p.proname as name, pg_get_function_identity_arguments(p.oid) as signature
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = ${SCHEMA}`);
  const { rows } = await on.query(sql`select exists (select from pg_namespace where nspname = ${SCHEMA}) as schema`);
  return {
    policies: new Map(policies.rows.map(({ name, mark }) => [name, mark])),
    functions: functions.rows,
    schema: rows[0].schema,
  };
}
