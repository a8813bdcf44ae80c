/** @import { Actor, Message, Registry, Values } from '@plinth/plugin' */
/** @import { Change, StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Prepared } from '../../catalog/ddl/types.d.ts' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { EditOptions, EditResult, Planned, Work } from '../types.d.ts' */
/** @import { EngineContext } from './types.d.ts' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryRules } from '../../people/access/try-rules.js';
import { refuseUnknownNames } from '../../people/access/unknown-names.js';
import { refuseBeyondReach } from '../../catalog/model/beyond-reach.js';
import { writeChanges } from '../../catalog/model/store.js';
import { uuidv7 } from '../../catalog/schema/uuid.js';
import { followRenames } from '../drafts/follow-renames.js';
import { firstBlock, runDdl, sqlOf } from '../../catalog/ddl/run.js';
import { LOCK_MS as SWAP_MS, makeAhead } from '../../catalog/rewrites/index.js';
import { isUnlimited } from '../../rules/rights/index.js';
import { ensureRoles, planPolicyRemoval, planPolicies } from '../../rules/rights/row-security/index.js';
import { insertRevision } from '../revisions/store.js';
import { eventsOfEdit } from '../../gate/security/events-of-edit.js';
import { k, sql } from '../../postgres/sql/index.js';
import { DERIVED, derive } from './derive.js';
import { followRenamesInRuns } from './follow-renames.js';
import { fresh, planAhead } from './plan-ahead.js';
import { rewriteFor, STATEMENT_MS } from './rewrite-for.js';
import { createDraft } from '../definitions/base/draft.js';
import { planEdit } from '../definitions/base/plan-edit.js';
import { checkExpected } from './expect.js';

/** The advisory lock that serializes the edits of all processes. */
const LOCK = 0x65646974;
const LOCK_MS = 3000;
const TRIES = 3;
/** Of taking what was made ahead: each waits a moment only, so that nobody waits behind it. */
const SWAP_TRIES = 200;
const DRY_RUN = Symbol('dry run');

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

    /**
     * What an edit would do; takes no locks. What prevents it in a large table only the edit itself says: reading all rows takes
     * longer than a page may.
     *
     * @param {Actor} actor @param {Work} work
     */
    async preview(actor, work) {
      requireAdmin(actor);
      const before = await fresh(context, db);
      const planned = await work.plan(before, db);
      const { ddl, warnings } = await derive(context, db, planned, before, null, { isPreview: true });
      const blocked = ddl.rewrite ? null : await firstBlock(db, ddl);
      return { changes: planned.changes, sql: sqlOf(ddl), warnings, blocked };
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
  const ahead = works.length === 1 && !options.dryRun ? await rewriteFor(context, works[0]) : null;
  if (!ahead) return tryAll(context, actor, works, options, TRIES);
  return makeAhead(context, ahead.rewrite, ahead, (prepared) =>
    tryAll(context, actor, works, { ...options, prepared, lockTimeout: SWAP_MS }, SWAP_TRIES),
  );
}

/** @param {EngineContext} context @param {Actor} actor @param {readonly Work[]} works @param {EditOptions & { prepared?: Prepared }} options @param {number} most tries */
async function tryAll(context, actor, works, options, most) {
  for (let tries = 1; ; tries++) {
    try {
      const { after, results } = await attempt(context, actor, works, options);
      if (!options.dryRun) context.live.swap(after);
      return results;
    } catch (error) {
      if (/** @type {Values} */ (error).code !== 'TABLE_BUSY' || tries >= most) throw error;
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
 * @param {EngineContext} context @param {Actor} actor @param {readonly Work[]} works
 * @param {EditOptions & { prepared?: Prepared }} options
 * @returns {Promise<{ results: EditResult[], after: StoredCatalog }>}
 */
async function attempt(context, actor, works, { expect, dryRun, along, says, prepared, lockTimeout = LOCK_MS }) {
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
      const { after, ...made } = await step(context, tx, actor, { work, before, planned, says, prepared });
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
 * @param {{ work: Work, before: StoredCatalog, planned: Planned, says?: Message, prepared?: Prepared }} what
 */
async function step(context, tx, actor, { work, before, planned, says, prepared }) {
  const { after, trash, ddl, warnings } = await derive(context, tx, planned, before, prepared);
  const runAllDdl = async () => {
    await runDdl(tx, ddl, { isHasty: prepared !== undefined });
    await tryRules(tx, after, planned.changes, STATEMENT_MS);
    for (const statement of ddl.policies) await tx.query(statement);
  };
  await followRenamesInRuns(tx, { before, after, changes: planned.changes, registry: context.registry });
  if (!prepared) await runAllDdl();
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
  // The lock of a large table comes last, so that it is short.
  if (prepared) await runAllDdl();
  await work.after?.(tx, { ...revision, after });
  const result = { revision: revision.id, version: after.version, ids, warnings };
  return { after, revision, result, tried: { sql: sqlOf(ddl), changes } };
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
