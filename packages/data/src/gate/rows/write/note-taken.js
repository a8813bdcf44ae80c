/** @import { PayloadRow } from './payload.js' */
/** @import { Runner, Work } from './batch.js' */
/** @import { TakenPlan } from './taken-plan.js' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @typedef {{ k: string, n: number }} Taken key of a row, and number of the root that takes it */
/** @typedef {{ n: number, k: string, h: string }} Root */
import { unnamed } from '../../../postgres/database/index.js';
import { endAsWriter } from '../../../rules/rights/row-security/index.js';
import { sql } from '../../../postgres/sql/index.js';
import { bindPayload } from './payload.js';

/**
 * Deletes rows, after recording which others are deleted with them and which lose a reference. Each row is locked
 * before the rows that point at it are read, so that none can be added meanwhile.
 *
 * @param {Runner} on @param {Work} work @param {TakenPlan} plan @param {readonly PayloadRow[]} rows
 * @param {(tx: Transaction, rows: PayloadRow[]) => Promise<unknown[]>} remove
 * @returns {Promise<unknown[]>} the answers of `remove`
 */
export async function noteTaken(on, work, plan, rows, remove) {
  if (!('pipeline' in on)) return noteAndRemove(on, work, plan, rows, remove);
  return on.transaction(async (tx) => {
    if (work.rowSecurity) await endAsWriter(tx);
    return noteAndRemove(tx, work, plan, rows, remove);
  });
}

/** @param {Transaction} tx @param {Work} work @param {TakenPlan} plan @param {readonly PayloadRow[]} rows @param {(tx: Transaction, rows: PayloadRow[]) => Promise<any[]>} remove */
async function noteAndRemove(tx, work, plan, rows, remove) {
  const roots = await lockRoots(tx, work, plan, rows);
  const who = {
    users: rows.map(({ actor = work.actor }) => actor.userId),
    deletions: rows.map(({ d }) => d ?? null),
    // A table without history has no entry that others could belong to.
    entries: rows.map((_, n) => (work.table.history ? (roots.get(n)?.h ?? null) : null)),
  };
  const gone = await noteChildren(tx, work, plan, { who, roots: [...roots.values()] });
  await noteChanges(tx, plan, who, gone);
  const answers = await remove(
    tx,
    rows.map((row, n) => ({ ...row, h: roots.get(n)?.h })),
  );
  const left = [...roots].flatMap(([n, { h }]) => (answers[n].$done ? [] : [h]));
  if (left.length > 0) await tx.query(sql`delete from plinth.row_history where taken_by = any(${left}::uuid[])`);
  return answers;
}

/** @param {Transaction} tx @param {Work} work @param {TakenPlan} plan @param {readonly PayloadRow[]} rows @returns {Promise<Map<number, Root>>} */
async function lockRoots(tx, work, plan, rows) {
  const found = await tx.query(unnamed(plan.roots.bind(bindPayload(plan.resolvers, work.actor, rows))));
  return new Map(found.rows.map((row) => [row.n, row]));
}

/**
 * @param {Transaction} tx @param {Work} work @param {TakenPlan} plan @param {{ who: object, roots: readonly Root[] }} from
 * @returns {Promise<Map<string, Taken[]>>} all deleted rows, by table
 */
async function noteChildren(tx, { table }, plan, { who, roots }) {
  /** @type {Map<string, Taken[]>} */
  const gone = new Map([[table.id, [...roots]]]);
  /** @type {Map<string, Taken[]>} */
  let level = new Map(gone);
  while (level.size > 0) {
    /** @type {Map<string, Taken[]>} */
    const next = new Map();
    for (const [parent, rows] of level) {
      for (const { table: child, statement } of plan.tables.get(parent)?.children ?? []) {
        const known = gone.get(child) ?? [];
        const found = (
          await tx.query(unnamed(statement.bind({ ...who, ...keysOf(rows), seen: known.map(({ k }) => k) })))
        ).rows;
        if (found.length === 0) continue;
        gone.set(child, known.concat(found));
        next.set(child, (next.get(child) ?? []).concat(found));
      }
    }
    level = next;
  }
  return gone;
}

/** @param {Transaction} tx @param {TakenPlan} plan @param {object} who @param {Map<string, Taken[]>} gone */
async function noteChanges(tx, plan, who, gone) {
  for (const [parent, rows] of gone) {
    for (const { table, statement } of plan.tables.get(parent)?.changes ?? []) {
      const seen = (gone.get(table) ?? []).map(({ k }) => k);
      await tx.query(unnamed(statement.bind({ ...who, ...keysOf(rows), seen })));
    }
  }
}

/** @param {readonly Taken[]} rows */
const keysOf = (rows) => ({ keys: rows.map(({ k }) => k), ns: rows.map(({ n }) => n) });
