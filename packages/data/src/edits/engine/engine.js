/** @import { Actor, Message, Problem, Registry, Values } from '@plinth/plugin' */
/** @import { Change, StoredCatalog } from '../../catalog/types.d.ts' */
/** @typedef {Awaited<ReturnType<typeof import('../../catalog/model/live.js').createLiveCatalog>>} LiveCatalog */
/** @import { DdlPlan } from '../../catalog/ddl/types.d.ts' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { Edit, EditOptions, EditResult, Planned, Work } from '../types.d.ts' */
/** @import { SecurityEvents } from '../../gate/security/security-events.js' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { tryRules } from '../../people/access/try-rules.js';
import { newUnknownNames, refuseUnknownNames } from '../../people/access/unknown-names.js';
import { refuseBeyondReach, refuseSql } from '../../catalog/model/beyond-reach.js';
import { buildCatalog } from '../../catalog/model/catalog.js';
import { applyChanges, readObjects, writeChanges } from '../../catalog/model/store.js';
import { uuidv7 } from '../../catalog/schema/uuid.js';
import { followRenames } from '../drafts/follow-renames.js';
import { concernedTables } from '../../catalog/ddl/concerned.js';
import { planDdl } from '../../catalog/ddl/plan.js';
import { readTexts } from '../../catalog/ddl/read-texts.js';
import { planTriggers } from '../../catalog/ddl/plan-triggers.js';
import { planBefore } from '../../rules/expressions/before/plan-before.js';
import { planStored } from '../../rules/expressions/stored/plan-stored.js';
import { firstBlock, runDdl, sqlOf } from '../../catalog/ddl/run.js';
import { bigTables, hasTrigrams } from '../../catalog/ddl/index-builds.js';
import { isUnlimited } from '../../rules/rights/index.js';
import { ensureRoles, planPolicyRemoval, planPolicies } from '../../rules/rights/row-security/index.js';
import { insertRevision } from '../revisions/store.js';
import { eventsOfEdit } from '../../gate/security/events-of-edit.js';
import { k, quoteIdentifier, sql } from '../../postgres/sql/index.js';
import { followRenamesInRuns } from './follow-renames.js';
import { createDraft } from '../definitions/base/draft.js';
import { planEdit } from '../definitions/base/plan-edit.js';
import { checkExpected } from './expect.js';

/** The advisory lock that serializes the edits of all processes. */
const LOCK = 0x65646974;
const LOCK_MS = 3000;
const TRIES = 3;
/** A conversion rewrites the whole table. */
const STATEMENT_MS = 10 * 60_000;
const DRY_RUN = Symbol('dry run');
/** What the database does by itself, derived from the Catalog. */
const DERIVED = [planStored, planTriggers, planBefore];

/**
 * @typedef {{ db: Database, registry: Registry, edits: ReadonlyMap<string, Edit>, catalog: () => StoredCatalog,
 *   live: Pick<LiveCatalog, 'swap' | 'doubt' | 'ownEdits'>, events: SecurityEvents, rowSecurity?: boolean }} EngineContext
 */

/** @param {EngineContext} context */
export function createEngine(context) {
  const { db, registry, edits } = context;
  return {
    /**
     * Runs one edit: metadata, DDL and revision in one transaction. If a table stays locked, it fails with TABLE_BUSY
     * instead of blocking every later statement on that table.
     *
     * @param {Actor} actor @param {Work} work @param {EditOptions} [options] @returns {Promise<EditResult>}
     */
    run: async (actor, work, options = {}) => (await runAll(context, actor, [work], options))[0],

    /**
     * Runs several edits, one on what the one before has left, all of them or none.
     *
     * @param {Actor} actor @param {readonly Work[]} works @param {EditOptions} [options] @returns {Promise<EditResult[]>}
     */
    runAll: (actor, works, options = {}) => runAll(context, actor, works, options),

    /** Rebuilds stored formulas and triggers that were made by an older version of Plinth. */
    async renewFormulas() {
      for (const plan of DERIVED) {
        const missing = await plan(db, context.catalog(), registry);
        if (missing.before.length + missing.after.length === 0) continue;
        const inTransaction = async (/** @type {Transaction} */ tx) => {
          await begin(tx);
          const { before, after } = await plan(tx, await fresh(context, tx), registry);
          for (const statement of [...before, ...after]) await tx.query(statement);
        };
        await db.transaction(inTransaction, { statementTimeout: STATEMENT_MS });
      }
    },

    /** Makes the policies of row-level security match the Catalog, or removes them when it is off. */
    renewPolicies: () => renewPolicies(context),

    /** What an edit would do; takes no locks. @param {Actor} actor @param {Work} work */
    async preview(actor, work) {
      requireAdmin(actor);
      const before = await fresh(context, db);
      const planned = await work.plan(before, db);
      const { ddl, warnings } = await derive(context, db, planned, before);
      return { changes: planned.changes, sql: sqlOf(ddl), warnings, blocked: await firstBlock(db, ddl) };
    },

    /** @param {Actor} actor @param {string} name @param {unknown} input @returns {Work} */
    workOf(actor, name, input) {
      const edit = edits.get(name);
      if (!edit) throw editUnknown(name, [...edits.keys()]);
      if (typeof input !== 'object' || input === null) throw inputInvalid({ input: 'must be an object' });
      const { allow } = edit;
      return {
        name,
        ...(allow && { allow: (/** @type {StoredCatalog} */ current) => allow(actor, input, current) }),
        summary: (before, changes) => edit.summary(input, before, changes),
        async plan(before, on) {
          const draft = createDraft(before, registry);
          await planEdit(edit, draft, input, { registry, actor, edits, on });
          const planned = draft.result();
          const edited = { before, after: draft.catalog, changes: planned.changes, registry };
          refuseBeyondReach(edited);
          await refuseUnknownNames(on, edited);
          return planned;
        },
      };
    },
  };
}

/** @param {EngineContext} context @param {Actor} actor @param {readonly Work[]} works @param {EditOptions} options @returns {Promise<EditResult[]>} */
async function runAll(context, actor, works, options) {
  for (const work of works) {
    if (work.allow) work.allow(context.catalog());
    else requireAdmin(actor);
  }
  for (let tries = 1; ; tries++) {
    try {
      const { after, results } = await attempt(context, actor, works, options);
      if (!options.dryRun) context.live.swap(after);
      return results;
    } catch (error) {
      if (/** @type {Values} */ (error).code !== 'TABLE_BUSY' || tries >= TRIES) throw error;
      await sleep(100 + Math.random() * 400);
    }
  }
}

/**
 * Waits for its turn, and silences the event triggers (changes/schema-events.sql), because an edit reports its own changes.
 * Rows that it fills or brings stay as they are: nobody saves them anew.
 *
 * @param {Transaction} tx
 */
const begin = (tx) =>
  tx.query(sql`select pg_advisory_xact_lock(${LOCK}::bigint), set_config('plinth.own_ddl', 'on', true),
    set_config('plinth.as_saved', 'on', true)`);

/** @param {EngineContext} context */
async function renewPolicies(context) {
  const { db, registry, rowSecurity } = context;
  if (rowSecurity) await ensureRoles(db);
  const steps = async (/** @type {Pick<Transaction, 'query'>} */ on, /** @type {StoredCatalog} */ catalog) => {
    if (!rowSecurity) return planPolicyRemoval(on);
    const { before, after } = await planPolicies(on, catalog, registry);
    return [...before, ...after];
  };
  if ((await steps(db, context.catalog())).length === 0) return;
  const inTransaction = async (/** @type {Transaction} */ tx) => {
    await begin(tx);
    for (const statement of await steps(tx, await fresh(context, tx))) await tx.query(statement);
  };
  await db.transaction(inTransaction, { statementTimeout: STATEMENT_MS });
}

/**
 * @param {EngineContext} context @param {Actor} actor @param {readonly Work[]} works @param {EditOptions} options
 * @returns {Promise<{ results: EditResult[], after: StoredCatalog }>}
 */
async function attempt(context, actor, works, { expect, dryRun, along, says, lockTimeout = LOCK_MS }) {
  /** @type {{ results: EditResult[], after: StoredCatalog } | undefined} */
  let done;
  let transaction = '';
  const ahead = await planAhead(context, works[0]);
  const inTransaction = async (/** @type {Transaction} */ tx) => {
    await begin(tx);
    let now = await fresh(context, tx, { lock: true });
    for (const work of works) work.allow?.(now);
    await checkExpected(tx, now, expect);
    const results = [];
    for (const work of works) {
      const before = now;
      const planned = ahead?.version === before.version ? ahead.planned : await work.plan(before, tx);
      const { after, ...made } = await step(context, tx, actor, { work, before, planned, says });
      if (!dryRun) await along?.(tx, made.revision);
      const { rows } = await tx.query(
        k('plinth.catalog_version')
          .update({ version: after.version })
          .returning(k.raw('pg_current_xact_id()::text as id')),
      );
      transaction = rows[0].id;
      context.live.ownEdits.add(transaction);
      results.push({ ...made.result, ...(dryRun && made.tried) });
      now = after;
    }
    done = { after: now, results };
    if (dryRun) throw DRY_RUN;
  };
  try {
    await context.db.transaction(inTransaction, { lockTimeout, statementTimeout: STATEMENT_MS });
  } catch (error) {
    if (transaction) context.live.ownEdits.remove(transaction);
    if (error !== DRY_RUN) {
      // The connection may have been lost after the commit.
      if (transaction) context.live.doubt();
      throw error;
    }
  }
  return /** @type {NonNullable<typeof done>} */ (done);
}

/**
 * What one edit does: objects, DDL and revision.
 *
 * @param {EngineContext} context @param {Transaction} tx @param {Actor} actor
 * @param {{ work: Work, before: StoredCatalog, planned: Planned, says?: Message }} what
 */
async function step(context, tx, actor, { work, before, planned, says }) {
  const { after, trash, ddl, warnings } = await derive(context, tx, planned, before);
  await followRenamesInRuns(tx, { before, after, changes: planned.changes, registry: context.registry });
  await runDdl(tx, ddl);
  await tryRules(tx, after, planned.changes, STATEMENT_MS);
  for (const statement of ddl.policies) await tx.query(statement);
  await writeChanges(tx, planned.changes);
  await followRenames(tx, { before, changes: planned.changes, registry: context.registry });
  const { changes, ids, undoes = null } = planned;
  const revision = {
    id: uuidv7(),
    version: after.version,
    trash,
    edit: work.name,
    says: says ?? work.summary(before, planned.changes),
    changes,
    undoes,
  };
  await insertRevision(tx, actor, revision);
  for (const { kind, what } of eventsOfEdit(revision))
    await context.events.add(kind, { by: actor.userId, address: actor.address, what }, tx);
  await work.after?.(tx, { ...revision, after });
  const result = { revision: revision.id, version: after.version, ids, warnings };
  return { after, revision, result, tried: { sql: sqlOf(ddl), changes } };
}

/**
 * Plans before the transaction, so that a large app neither holds the lock nor keeps a transaction idle while it is
 * planned. The plan is used if nothing has changed by the time the lock is acquired.
 *
 * @param {EngineContext} context @param {Work} work @returns {Promise<{ version: number, planned: Planned } | null>}
 *   null: planning failed; planning again under the lock reports the error
 */
async function planAhead(context, work) {
  const before = await fresh(context, context.db);
  try {
    return { version: before.version, planned: await work.plan(before, context.db) };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * The newest Catalog, which is read again if another process has changed it. Under the lock, nobody else can change
 * metadata, not even with psql (see migration 0060).
 *
 * @param {EngineContext} context @param {Pick<Transaction, 'query'>} on @param {{ lock?: boolean }} [options]
 */
async function fresh({ catalog, registry }, on, { lock = false } = {}) {
  const version = k('plinth.catalog_version').select('version');
  const { rows } = await on.query(lock ? version.forUpdate() : version);
  if (rows[0].version === catalog().version) return catalog();
  return buildCatalog({ ...(await readObjects(on)), registry });
}

/**
 * The Catalog that results from a plan, and the DDL for it.
 *
 * @param {EngineContext} context
 * @param {Pick<Transaction, 'query'>} on
 * @param {Planned} planned
 * @param {StoredCatalog} before
 */
async function derive({ registry, rowSecurity }, on, planned, before) {
  const version = before.version + 1;
  const objects = applyChanges(before.objects, planned.changes);
  const after = buildCatalog({ version, objects: objects.values(), unbuilt: before.unbuilt, registry });
  refuseSql({ before, after, changes: planned.changes, registry });
  const { onFailure, fill, restore = null, trash = version } = planned;
  /** @type {DdlPlan} */
  let ddl = { locks: [], interrupts: [], unbuilt: [...before.unbuilt], early: [], steps: [], policies: [] };
  if (planned.changes.some(({ kind }) => ['table', 'field', 'trigger', 'settings'].includes(kind))) {
    const concerned = concernedTables(before, after);
    const there = before.tables.filter(({ id }) => concerned.has(id));
    const readings = await readTexts(on, { before, after, concerned, registry });
    const how = {
      big: await bigTables(on, there),
      trigrams: await hasTrigrams(on),
      trashed: await trashNames(on),
      readings,
    };
    ddl = planDdl({ before, after, concerned, registry, trash, restore, ...how, onFailure, fill });
  }
  for (const plan of DERIVED) ddl = withStored(ddl, await plan(on, after, registry), before);
  if (rowSecurity) ddl = addPolicies(ddl, await planPolicies(on, after, registry));
  const same = isDeepStrictEqual(ddl.unbuilt, after.unbuilt);
  const known = same ? after : buildCatalog({ version, objects: objects.values(), unbuilt: ddl.unbuilt, registry });
  const names = await newUnknownNames(on, { before, after, changes: planned.changes, registry });
  return { after: known, trash, ddl, warnings: [...planned.warnings, ...newProblems(before, after, names)] };
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

/** @param {Actor} actor */
function requireAdmin(actor) {
  if (isUnlimited(actor)) return;
  throw new AppError('FORBIDDEN', 'Only administrators can change how the site is built', { status: 403 });
}

/** @param {string} name @param {string[]} known */
function editUnknown(name, known) {
  return new AppError('EDIT_UNKNOWN', phrase`There is no edit "${name}"`, {
    status: 422,
    hint: phrase`Available: ${known.join(', ')}`,
  });
}
