/** @import { Problem } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { DdlPlan, Prepared } from '../../catalog/ddl/types.d.ts' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { Planned } from '../types.d.ts' */
/** @import { EngineContext } from './types.d.ts' */
import { isDeepStrictEqual } from 'node:util';
import { newUnknownNames } from '../../people/access/unknown-names.js';
import { refuseSql } from '../../catalog/model/beyond-reach.js';
import { buildCatalog } from '../../catalog/model/catalog.js';
import { applyChanges } from '../../catalog/model/store.js';
import { concernedTables } from '../../catalog/ddl/concerned.js';
import { planDdl } from '../../catalog/ddl/plan.js';
import { readTexts } from '../../catalog/ddl/read-texts.js';
import { planTriggers } from '../../catalog/ddl/plan-triggers.js';
import { BIG, hasTrigrams, LARGE, tableSizes } from '../../catalog/ddl/index-builds.js';
import { refuseOther, takeRewrite, withdrawOthers } from '../../catalog/rewrites/index.js';
import { planBefore } from '../../rules/expressions/before/plan-before.js';
import { planStored } from '../../rules/expressions/stored/plan-stored.js';
import { planPolicies } from '../../rules/rights/row-security/index.js';
import { k, quoteIdentifier } from '../../postgres/sql/index.js';

/** What the database does by itself, derived from the Catalog. */
export const DERIVED = [planStored, planTriggers, planBefore];

/**
 * The Catalog that results from a plan, and the DDL for it.
 *
 * @param {EngineContext} context
 * @param {Pick<Transaction, 'query'>} on
 * @param {Planned} planned
 * @param {StoredCatalog} before
 * @param {Prepared | null} [prepared] what was made ahead
 * @param {{ isPreview?: boolean }} [options]
 */
export async function derive(
  { registry, rowSecurity },
  on,
  planned,
  before,
  prepared = null,
  { isPreview = false } = {},
) {
  const version = before.version + 1;
  const objects = applyChanges(before.objects, planned.changes);
  const after = buildCatalog({ version, objects: objects.values(), unbuilt: before.unbuilt, registry });
  refuseSql({ before, after, changes: planned.changes, registry });
  const { onFailure, fill, restore = null, trash = version } = planned;
  /** @type {ReadonlyMap<string, Record<string, string>>} */
  let readings = new Map();
  /** @type {DdlPlan} */
  let ddl = { locks: [], interrupts: [], unbuilt: [...before.unbuilt], early: [], steps: [], policies: [] };
  if (planned.changes.some(({ kind }) => ['table', 'field', 'trigger', 'settings'].includes(kind))) {
    const concerned = concernedTables(before, after);
    const there = before.tables.filter(({ id }) => concerned.has(id));
    const sizes = await tableSizes(on, there);
    const atLeast = (/** @type {number} */ rows) =>
      new Set(there.flatMap(({ id }) => ((sizes.get(id) ?? 0) >= rows ? [id] : [])));
    const isRead = !prepared && !(isPreview && atLeast(LARGE).size > 0);
    readings = isRead ? await readTexts(on, { before, after, concerned, registry }) : (prepared?.readings ?? readings);
    const how = {
      big: atLeast(BIG),
      large: atLeast(LARGE),
      prepared,
      trigrams: await hasTrigrams(on),
      trashed: await trashNames(on),
      readings,
    };
    ddl = planDdl({ before, after, concerned, registry, trash, restore, ...how, onFailure, fill });
  }
  if (prepared) {
    await refuseOther(on, prepared);
    ddl = takeRewrite(ddl, prepared);
  }
  for (const plan of DERIVED) ddl = withStored(ddl, await plan(on, after, registry), before);
  if (rowSecurity) ddl = addPolicies(ddl, await planPolicies(on, after, registry));
  ddl = await withdrawOthers(on, ddl, before.tables, prepared);
  const same = isDeepStrictEqual(ddl.unbuilt, after.unbuilt);
  const known = same ? after : buildCatalog({ version, objects: objects.values(), unbuilt: ddl.unbuilt, registry });
  const names = await newUnknownNames(on, { before, after, changes: planned.changes, registry });
  return { after: known, trash, ddl, readings, warnings: [...planned.warnings, ...newProblems(before, after, names)] };
}

/**
 * Outdated triggers of the database are dropped first and created again at the end.
 *
 * @param {DdlPlan} ddl @param {import('../../rules/expressions/stored/plan-stored.js').StoredPlan} stored @param {StoredCatalog} before
 * @returns {DdlPlan}
 */
function withStored(ddl, { tables, before: first, after: last }, before) {
  const ids = new Set(tables.map(({ id }) => id));
  const known = before.tables.filter(({ id }) => ids.has(id)).map(({ name }) => `"app".${quoteIdentifier(name)}`);
  const asSteps = (/** @type {string[]} */ statements) => statements.map((text) => ({ sql: text }));
  return {
    ...ddl,
    locks: [...new Set([...ddl.locks, ...known])].sort(),
    steps: [...asSteps(first), ...ddl.steps, ...asSteps(last)],
  };
}

/**
 * Outdated policies are dropped before their columns change; new ones are created at the end, when the rules that they
 * are made of have been tried.
 *
 * @param {DdlPlan} ddl @param {import('../../rules/rights/row-security/plan-policies.js').PolicyPlan} policies @returns {DdlPlan}
 */
function addPolicies(ddl, { before, after }) {
  const dropped = before.map((text) => ({ sql: text }));
  return { ...ddl, steps: [...dropped, ...ddl.steps], policies: after };
}

/** Names of the tables in the trash. @param {Pick<Transaction, 'query'>} on */
async function trashNames(on) {
  const { rows } = await on.query(k('plinth.trash').select('name'));
  return new Set(rows.map((row) => row.name));
}

/**
 * References that an edit leaves dangling, as texts for the user.
 *
 * @param {StoredCatalog} before @param {StoredCatalog} after
 * @param {readonly Problem[]} names of missing groups and roles
 */
function newProblems(before, after, names) {
  const key = (/** @type {Problem} */ { id, at, message }) => `${id} ${at} ${message}`;
  const known = new Set(before.problems.map(key));
  const found = after.problems.filter((problem) => !known.has(key(problem)));
  return [...found, ...names].map(({ kind, name, message }) => `The ${kind} "${name}" needs attention: ${message}`);
}
