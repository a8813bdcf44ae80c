/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { Restored } from '../../types.d.ts' */
/** @import { WriteContext } from '../write-rows.js' */
/** @import { Deletion } from './find-deletion.js' */
/** @import { Conflict, Restoring } from './restoring.js' */
/** @import { WhatGoes } from './what-goes.js' */
import { AppError, phrase } from '@plinth/plugin';
import { forbidden, rowNotFound } from '../../../postgres/errors/row-errors.js';
import { accessLevel, isUnlimited } from '../../../rules/rights/index.js';
import { prepare, sql } from '../../../postgres/sql/index.js';
import { readKey } from '../../../catalog/schema/key.js';
import { createCompilation } from '../compile/compilation.js';
import { bindPayload } from '../write/payload.js';
import { allowedKeys } from './allowed-keys.js';
import { deletedRows, emptiedRows, findDeletion, rootOf, tablesIn } from './find-deletion.js';
import { lostLinks, restoreLinks } from './restore-links.js';
import { restoreRows } from './restore-rows.js';
import { whatGoes } from './what-goes.js';
import { checkTable } from '../write-rows.js';

/**
 * Takes deletions back.
 *
 * @param {{ write: WriteContext, events?: import('../../security/security-events.js').SecurityEvents }} context
 */
export function createDeletions({ write, events }) {
  const { db, catalog, registry } = write;

  /** @param {Actor} actor @param {Deletion} deletion @param {(tx: Transaction, restoring: Restoring) => Promise<void>} [check] */
  async function restore(actor, deletion, check = async () => {}) {
    const result = await write.withNewestSchema(() =>
      db.transaction(async (tx) => {
        await tx.query(
          // The rows come back as they were, whatever triggers would make of new ones.
          sql`select pg_advisory_xact_lock(hashtextextended(${`plinth.deletion ${deletion.deletion}`}, 0)),
            set_config('plinth.as_saved', 'on', true)`,
        );
        const restoring = await restoreAll(write, tx, actor, deletion);
        requireRestored(restoring);
        await check(tx, restoring);
        return restoring;
      }),
    );
    const roots = result.restored.filter(({ taken }) => !taken);
    const [first = result.restored[0]] = roots;
    const what = `${first.table.name} ${first.key}${result.restored.length > 1 ? ` +${result.restored.length - 1}` : ''}`;
    await events?.add('row-restored', { by: actor.userId, address: actor.address, what });
    return toldTo(actor, result);
  }

  return {
    /**
     * Restores exactly what one call deleted, for whoever made that call within the last hour and may still delete these
     * rows, and for admins.
     *
     * @param {Actor} actor @param {string} id of the deletion @returns {Promise<Restored>}
     * @throws {AppError} DELETION_NOT_FOUND, RESTORE_CONFLICT, FORBIDDEN
     */
    async undo(actor, id) {
      const found = isUuid(id) ? await findDeletion(db, id) : null;
      const mine = found && actor.userId !== null && found.user === actor.userId && found.recent;
      if (!found || !(mine || isUnlimited(actor))) throw deletionNotFound();
      return restore(actor, { deletion: id, root: null }, (tx, restoring) => checkRights(write, tx, actor, restoring));
    },

    /**
     * The same within a transaction that undoes more. Nothing may be left to restore.
     *
     * @param {Transaction} tx @param {Actor} actor @param {string} id of the deletion @returns {Promise<Restoring>}
     * @throws {AppError} FORBIDDEN
     */
    async restoreWithin(tx, actor, id) {
      const restoring = await restoreAll(write, tx, actor, { deletion: id, root: null });
      await checkRights(write, tx, actor, restoring);
      return restoring;
    },

    /**
     * What would go with rows, of those that the actor may delete.
     *
     * @param {Actor} actor @param {string} name @param {readonly unknown[]} ids @returns {Promise<WhatGoes>}
     * @throws {AppError} ROW_NOT_FOUND, FORBIDDEN: none of them may be deleted
     */
    async whatGoes(actor, name, ids) {
      const table = catalog().table(name);
      checkTable(actor, table, 'remove');
      const c = createCompilation({ catalog: catalog(), registry, actor });
      const { query, read } = whatGoes(c, table);
      const keys = keysOf(registry, table, ids);
      const { text, values } = prepare(query).bind({ ...bindPayload(c.resolvers, actor, []), keys });
      const goes = read((await db.query({ text, values })).rows[0]);
      if (goes.rows === 0)
        throw accessLevel(actor, table, 'delete') === 'none' ? forbidden(phrase`delete this row`) : rowNotFound();
      return goes;
    },

    /**
     * Restores a deleted row with what went with it, or with the row that took it. For admins.
     *
     * @param {Actor} actor @param {string} entry of the history @returns {Promise<Restored | null>} null: it was deleted
     *   when nothing was known of what goes together
     */
    async restoreEntry(actor, entry) {
      if (!isUnlimited(actor)) throw forbidden(phrase`restore deleted rows`);
      const deletion = await rootOf(db, entry);
      return deletion && restore(actor, deletion);
    },
  };
}

/** What can't be a key leads to no row. @param {WriteContext['registry']} registry @param {Table} table @param {readonly unknown[]} ids @returns {string[]} */
function keysOf(registry, table, ids) {
  return [...new Set(ids)].flatMap((id) => {
    try {
      return [String(readKey(registry, table, id))];
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  });
}

/** @param {unknown} id */
const isUuid = (id) => typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

/** @param {WriteContext} context @param {Transaction} tx @param {Actor} actor @param {Deletion} deletion @returns {Promise<Restoring>} */
async function restoreAll(context, tx, actor, deletion) {
  const catalog = context.catalog();
  const ids = await tablesIn(tx, deletion);
  const tables = parentsFirst(catalog.tables.filter(({ id }) => ids.includes(id)));
  /** @type {Restoring} */
  const restoring = {
    tx,
    context,
    system: { ...actor, system: true },
    coming: new Set(tables.map(({ name }) => name)),
    links: [],
    restored: [],
    conflicts: [],
  };
  for (const table of tables) {
    for await (const entries of deletedRows(tx, deletion, table.id)) await restoreRows(restoring, table, entries);
    restoring.coming.delete(table.name);
  }
  await restoreLinks(restoring, restoring.links);
  for await (const entries of emptiedRows(tx, deletion)) await restoreLinks(restoring, lostLinks(restoring, entries));
  return restoring;
}

/** @param {Restoring} restoring */
function requireRestored({ restored, conflicts }) {
  if (restored.length === 0) throw conflicts.length > 0 ? conflictOf(conflicts[0]) : alreadyRestored();
}

/** A table comes after those that its rows must point at, and where it can after those that they may. @param {readonly Table[]} tables @returns {Table[]} */
function parentsFirst(tables) {
  const left = new Set(tables);
  /** @param {Table} table @param {boolean} required */
  const waits = (table, required) =>
    table.fields.some(
      (field) =>
        field.target &&
        field.target !== table.name &&
        (field.required || !required) &&
        [...left].some(({ name }) => name === field.target),
    );
  /** @type {Table[]} */
  const order = [];
  while (left.size > 0) {
    const all = [...left];
    const next = all.find((table) => !waits(table, false)) ?? all.find((table) => !waits(table, true)) ?? all[0];
    left.delete(next);
    order.push(next);
  }
  return order;
}

/**
 * Whether the actor could delete the restored rows again: nobody brings back what is no longer theirs.
 *
 * @param {WriteContext} context @param {Transaction} tx @param {Actor} actor @param {Restoring} restoring
 */
async function checkRights(context, tx, actor, { restored }) {
  if (isUnlimited(actor)) return;
  const roots = restored.filter(({ taken }) => !taken);
  for (const table of new Set(roots.map((root) => root.table))) {
    const keys = roots.filter((root) => root.table === table).map(({ key }) => key);
    const theirs = await allowedKeys(context, tx, actor, { table, operation: 'delete', keys });
    if (theirs.size !== keys.length) throw forbidden(phrase`restore these rows`);
  }
}

/** @param {Actor} actor @param {Pick<Restoring, 'restored' | 'conflicts'>} restoring @returns {Restored} */
export function toldTo(actor, { restored, conflicts }) {
  const knows = (/** @type {Conflict} */ { table, taken }) =>
    isUnlimited(actor) || (taken ? accessLevel(actor, table, 'read') !== 'none' : true);
  return {
    rows: restored.filter(({ taken }) => !taken).map(({ table, key }) => ({ table: table.name, key })),
    taken: restored.filter(({ taken }) => taken).length,
    conflicts: conflicts.map((conflict) => ({
      table: knows(conflict) ? conflict.table.name : null,
      title: isUnlimited(actor) || !conflict.taken ? conflict.title : null,
      error: conflict.error,
    })),
  };
}

/** @param {Conflict} conflict */
const conflictOf = ({ table, title, error }) =>
  new AppError('RESTORE_CONFLICT', phrase`"${title ?? table.label}" can't be restored: ${error.phrases.message}`, {
    status: 409,
    hint: error.phrases.hint ?? 'Change the row that is in the way, then try again',
  });

const alreadyRestored = () =>
  new AppError('ALREADY_RESTORED', 'These rows have already been restored', { status: 409 });

/** The answer for deletions of others, too. */
export const deletionNotFound = () =>
  new AppError('DELETION_NOT_FOUND', 'This can no longer be undone', {
    status: 404,
    hint: 'An admin can restore deleted rows',
  });
