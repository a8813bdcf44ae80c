/** @import { Actor, Problem, Registry } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../catalog/types.d.ts' */
/** @import { Database } from '../postgres/database.js' */
/** @import { Transaction } from '../postgres/transaction.js' */
/** @import { Edit, EditOptions, EditResult, PlannedChanges } from './types.d.ts' */
import { AppError, inputInvalid } from '@plinth/plugin';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildCatalog } from '../catalog/catalog.js';
import { applyChanges, readObjects, writeChanges } from '../catalog/store.js';
import { uuidv7 } from '../catalog/uuid.js';
import { planDdl } from '../ddl/plan.js';
import { firstBlock, runDdl, sqlOf } from '../ddl/run.js';
import { insertRevision } from '../revisions/store.js';
import { sql } from '../sql/index.js';
import { createDraft } from './draft.js';
import { checkExpected } from './expect.js';

/** Edits of all processes stand in one line behind this number. */
const LOCK = 0x65646974;
const LOCK_MS = 3000;
const TRIES = 3;
/** A conversion rewrites the whole table. */
const STATEMENT_MS = 10 * 60_000;
const DRY_RUN = Symbol('dry run');

/**
 * What an edit or an undo hands to the engine.
 *
 * @typedef {{ name: string, summary: (catalog: StoredCatalog) => string,
 *   plan(catalog: StoredCatalog, tx: Pick<Transaction, 'query'>): Promise<PlannedChanges & { restore?: number | null, trash?: number, undoes?: string | null }>,
 *   after?(tx: Transaction, revision: { id: string, version: number, after: StoredCatalog }): Promise<void> }} Work
 */

/**
 * @param {{ db: Database, registry: Registry, edits: ReadonlyMap<string, Edit>, catalog: () => StoredCatalog, swap: (next: StoredCatalog) => void }} context
 */
export function createEngine({ db, registry, edits, catalog, swap }) {
  /** The newest Catalog: ours, unless another process was faster. @param {Pick<Transaction, 'query'>} on */
  async function fresh(on) {
    const { rows } = await on.query('select version from plinth.catalog_version');
    if (rows[0].version === catalog().version) return catalog();
    return buildCatalog({ ...(await readObjects(/** @type {any} */ (on))), registry });
  }

  /** @param {Pick<Transaction, 'query'>} on */
  async function keptNames(on) {
    const { rows } = await on.query('select name from plinth.trash');
    return new Set(rows.map((row) => row.name));
  }

  /** @param {StoredCatalog} before @param {Awaited<ReturnType<Work['plan']>>} planned @param {ReadonlySet<string>} kept */
  function derive(before, planned, kept) {
    const version = before.version + 1;
    const after = buildCatalog({ version, objects: applyChanges(before.objects, planned.changes).values(), registry });
    const trash = planned.trash ?? version;
    const touchesSchema = planned.changes.some((change) => change.kind === 'table' || change.kind === 'field');
    const { onFailure, fill, restore = null } = planned;
    const ddl = touchesSchema
      ? planDdl({ before, after, registry, trash, restore, kept, onFailure, fill })
      : { locks: [], early: [], steps: [] };
    return { version, after, trash, ddl };
  }

  /** @param {Actor} actor @param {Work} work @param {EditOptions} options @returns {Promise<EditResult>} */
  async function attempt(actor, work, { expect, dryRun, lockTimeout = LOCK_MS }) {
    /** @type {{ result: EditResult, after: StoredCatalog } | undefined} */
    let done;
    try {
      await db.transaction(
        async (tx) => {
          await tx.query(`select pg_advisory_xact_lock(${LOCK})`);
          const before = await fresh(tx);
          await checkExpected(tx, before, expect);
          const planned = await work.plan(before, tx);
          const { version, after, trash, ddl } = derive(before, planned, await keptNames(tx));
          await runDdl(tx, ddl);
          await writeChanges(tx, planned.changes);
          await tx.query(sql`update plinth.catalog_version set version = ${version}::int`);
          const id = uuidv7();
          const revision = {
            id,
            version,
            trash,
            edit: work.name,
            summary: work.summary(before),
            changes: planned.changes,
            undoes: planned.undoes ?? null,
          };
          await insertRevision(tx, actor, revision);
          await work.after?.(tx, { ...revision, after });
          await tx.query(sql`select pg_notify('plinth_catalog', ${String(version)})`);
          const { ids } = planned;
          const warnings = [...planned.warnings, ...newProblems(before, after)];
          done = { after, result: { revision: id, version, ids, warnings, ...(dryRun && { sql: sqlOf(ddl) }) } };
          if (dryRun) throw DRY_RUN;
        },
        { lockTimeout, statementTimeout: STATEMENT_MS },
      );
    } catch (error) {
      if (error !== DRY_RUN) throw error;
    }
    const { result, after } = /** @type {NonNullable<typeof done>} */ (done);
    if (!dryRun) swap(after);
    return result;
  }

  return {
    /**
     * Runs one edit: metadata, DDL and revision in one transaction. Somebody who holds a table's lock for long makes
     * it fail with TABLE_BUSY instead of stopping everybody behind it.
     *
     * @param {Actor} actor @param {Work} work @param {EditOptions} [options] @returns {Promise<EditResult>}
     */
    async run(actor, work, options = {}) {
      requireAdmin(actor);
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(actor, work, options);
        } catch (error) {
          if (/** @type {any} */ (error).code !== 'TABLE_BUSY' || tries >= TRIES) throw error;
          await sleep(100 + Math.random() * 400);
        }
      }
    },

    /** What a run would do, without locks. @param {Actor} actor @param {Work} work */
    async preview(actor, work) {
      requireAdmin(actor);
      const before = await fresh(db);
      const planned = await work.plan(before, db);
      const { ddl } = derive(before, planned, await keptNames(db));
      return {
        changes: planned.changes,
        sql: sqlOf(ddl),
        warnings: planned.warnings,
        blocked: await firstBlock(db, ddl),
      };
    },

    /** @param {Actor} actor @param {string} name @param {any} input @returns {Work} */
    workOf(actor, name, input) {
      const edit = edits.get(name);
      if (!edit)
        throw new AppError('EDIT_UNKNOWN', `There is no edit "${name}"`, {
          status: 422,
          hint: `There are: ${[...edits.keys()].join(', ')}`,
        });
      if (typeof input !== 'object' || input === null) throw inputInvalid({ input: 'must be an object' });
      return {
        name,
        summary: (before) => edit.summary(input, before).slice(0, 500),
        async plan(before) {
          const draft = createDraft(before, registry);
          await edit.plan(draft, input, { registry, actor, edits });
          return draft.result();
        },
      };
    },
  };
}

/** What an edit leaves dangling, as texts for whoever makes it. @param {StoredCatalog} before @param {StoredCatalog} after */
function newProblems(before, after) {
  const key = (/** @type {Problem} */ { id, at, message }) => `${id} ${at} ${message}`;
  const known = new Set(before.problems.map(key));
  return after.problems
    .filter((problem) => !known.has(key(problem)))
    .map(({ kind, name, message }) => `The ${kind} "${name}" needs a look: ${message}`);
}

/** @param {Actor} actor */
function requireAdmin(actor) {
  if (actor.system || actor.roles.includes('admin')) return;
  throw new AppError('FORBIDDEN', 'Only administrators may change how the site is built', { status: 403 });
}
