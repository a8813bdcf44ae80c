/** @import { Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
import { createHash } from 'node:crypto';
import { joinTableName } from '../../../postgres/sql/physical.js';
import { quoteIdentifier, quoteLiteral, sql } from '../../../postgres/sql/index.js';
import { TRIGGERS } from './constraint-triggers.js';
import { SCHEMA, readCondition } from './read-policy.js';
import { READER, WRITER } from './roles.js';
import { linkConditions, writeConditions } from './write-policy.js';

/** The read policy. Its comment holds a hash of what all policies of the table were made from. */
const POLICY = 'plinth_wall';
const POLICIES = 'plinth\\_wall%';
/** Password hashes and the rest of schema plinth stay out of reach. */
const OWN_TABLES = [
  `grant usage on schema app, plinth, ${SCHEMA} to ${READER}, ${WRITER}`,
  `grant select (id, name, email, created_at, locale, disabled_at, picture) on plinth.users to ${READER}, ${WRITER}`,
  `grant select on plinth.groups, plinth.group_members, plinth.files to ${READER}, ${WRITER}`,
  `grant select on plinth.file_folders to ${WRITER}`,
  `grant insert on plinth.row_history to ${WRITER}`,
  `grant insert, select on plinth.notifications to ${WRITER}`,
  `grant select on plinth.notification_settings to ${WRITER}`,
  `grant select, update on plinth.numbers to ${WRITER}`,
];

/**
 * The steps that make policies match the access lists of a Catalog: outdated ones are dropped before the schema changes,
 * new ones are created once their columns exist.
 *
 * @typedef {{ before: string[], after: string[] }} PolicyPlan
 *
 * @param {Pick<Transaction, 'query'>} on @param {Catalog} catalog @param {Registry} registry @returns {Promise<PolicyPlan>}
 */
export async function planPolicies(on, catalog, registry) {
  const wanted = wantedPolicies(catalog, registry);
  const known = await knownPolicies(on);
  /** @type {PolicyPlan} */
  const plan = { before: [], after: [] };
  for (const [name, { mark, policies }] of known.tables)
    if (wanted.get(name)?.mark !== mark) plan.before.push(...dropPolicies(name, policies));
  const functions = new Set([...wanted.values()].flatMap((policies) => policies.functions.map(({ name }) => name)));
  for (const { name, signature } of known.functions)
    if (!functions.has(name)) plan.before.push(`drop function ${SCHEMA}.${name}(${signature})`);
  if (known.grants === null) plan.after.push(`create schema ${SCHEMA}`);
  const changed = [...wanted].filter(([name, { mark }]) => known.tables.get(name)?.mark !== mark);
  for (const [name, policies] of changed) plan.after.push(...policySteps(name, policies));
  // They provide the keys of new rows.
  if (changed.length > 0) plan.after.push(`grant usage on all sequences in schema app to ${WRITER}`);
  const grants = hashOf(OWN_TABLES);
  if (known.grants !== grants) plan.after.push(...OWN_TABLES, `comment on schema ${SCHEMA} is ${quoteLiteral(grants)}`);
  return plan;
}

/** The steps that drop all policies. @param {Pick<Transaction, 'query'>} on @returns {Promise<string[]>} */
export async function planPolicyRemoval(on) {
  const known = await knownPolicies(on);
  return [
    ...[...known.tables].flatMap(([name, { policies }]) => [
      ...dropPolicies(name, policies),
      `alter table app.${quoteIdentifier(name)} disable row level security`,
    ]),
    ...(known.grants === null ? [] : [`drop schema ${SCHEMA} cascade`]),
  ];
}

/**
 * A table's policies: what each kind of statement requires of its rows. Without `update`: pairs are only inserted and
 * deleted.
 *
 * @typedef {{ mark: string, read: string, insert: string, update?: string, becomes?: string, delete: string,
 *   functions: { name: string, create: string }[], triggers?: string[] }} TablePolicies
 */

/** @param {Catalog} catalog @param {Registry} registry @returns {Map<string, TablePolicies>} by the table's name in Postgres */
function wantedPolicies(catalog, registry) {
  const names = { catalog, registry };
  /** @type {Map<string, TablePolicies>} */
  const tables = new Map();
  for (const table of catalog.tables) {
    if (table.system) continue;
    const { condition: read, functions } = readCondition(names, table);
    const { functions: more, ...writes } = writeConditions(names, table);
    tables.set(table.name, marked(table, { read, ...writes, functions: [...functions, ...more] }));
    for (const field of table.fields) {
      if (field.traits.value !== 'reference' || !field.traits.isMany) continue;
      // Whoever sees the row sees its pairs; the rows that they lead to are protected by the other table's policies.
      const seen = `exists (select from app.${quoteIdentifier(table.name)} s where s.id = source)`;
      const pairs = { read: seen, ...linkConditions(names, table), functions: [] };
      tables.set(joinTableName(table.name, field.name), marked(table, pairs));
    }
  }
  return tables;
}

/**
 * A policy depends on its columns, so it is recreated when one of them changes. @param {Table} table @param
 * {Omit<TablePolicies, 'mark'>} policies @returns {TablePolicies}
 */
function marked({ fields, id }, policies) {
  return { ...policies, mark: hashOf([id, fields.map((field) => [field.id, field.name, field.type]), policies]) };
}

/** @param {unknown} what */
const hashOf = (what) => createHash('sha256').update(JSON.stringify(what)).digest('base64url');

/** @param {string} name @param {TablePolicies} policies */
function policySteps(name, { mark, read, insert, update, becomes, delete: remove, functions, triggers = [] }) {
  const table = `app.${quoteIdentifier(name)}`;
  const policy = (/** @type {string} */ suffix, /** @type {string} */ text) =>
    `create policy ${POLICY}${suffix} on ${table} for ${text}`;
  return [
    ...functions.map(({ create }) => create),
    `alter table ${table} enable row level security`,
    policy('', `select to ${READER} using (${read})`),
    policy('_check', `select to ${WRITER} using (true)`),
    policy('_insert', `insert to ${WRITER} with check (${insert})`),
    ...(update ? [policy('_update', `update to ${WRITER} using (${update}) with check (${becomes})`)] : []),
    policy('_delete', `delete to ${WRITER} using (${remove})`),
    ...triggers,
    `comment on policy ${POLICY} on ${table} is ${quoteLiteral(mark)}`,
    `grant select on ${table} to ${READER}`,
    `grant select, insert, update, delete on ${table} to ${WRITER}`,
  ];
}

/** @param {string} name @param {readonly string[]} policies */
const dropPolicies = (name, policies) => [
  ...policies.map((policy) => `drop policy ${policy} on app.${quoteIdentifier(name)}`),
  ...TRIGGERS.map((trigger) => `drop trigger if exists ${trigger} on app.${quoteIdentifier(name)}`),
];

/** @param {Pick<Transaction, 'query'>} on */
async function knownPolicies(on) {
  const tables = await on.query(sql`
    select c.relname as name, array_agg(p.polname::text) as policies,
        coalesce(max(obj_description(p.oid, 'pg_policy')) filter (where p.polname = ${POLICY}), '') as mark
      from pg_policy p
      join pg_class c on c.oid = p.polrelid
      join pg_namespace n on n.oid = c.relnamespace
     where p.polname like ${POLICIES} and n.nspname = 'app'
     group by c.relname`);
  const functions = await on.query(sql`
    select p.proname as name, pg_get_function_identity_arguments(p.oid) as signature
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = ${SCHEMA}`);
  const { rows } = await on.query(sql`
    select coalesce(obj_description(oid, 'pg_namespace'), '') as grants from pg_namespace where nspname = ${SCHEMA}`);
  return {
    tables: new Map(tables.rows.map(({ name, policies, mark }) => [name, { policies, mark }])),
    functions: functions.rows,
    /** What the roles were granted on our own tables; null: there are no policies yet. @type {string | null} */
    grants: rows[0]?.grants ?? null,
  };
}
