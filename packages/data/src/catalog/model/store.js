/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { Change, StoredObject } from '../types.d.ts' */
import { k, sql } from '../../postgres/sql/index.js';

/**
 * Reads all objects and the Catalog's version in one statement, and therefore in one snapshot.
 *
 * @param {Pick<Transaction, 'query'>} on
 * @returns {Promise<{ version: number, objects: StoredObject[], snapshot: string, unbuilt: string[] }>} unbuilt: names of
 *   indexes that are not there yet
 */
export async function readObjects(on) {
  const { rows } = await on.query(`
    select v.version as catalog_version, pg_current_snapshot()::text as snapshot,
           array(select b.name from plinth.index_builds b) as unbuilt, o.id, o.kind, o.parent, o.name, o.body, o.version, o.position
      from plinth.catalog_version v
      left join plinth.objects o on true
     order by o.kind, o.position, o.id`);
  const objects = rows
    .filter((row) => row.id !== null)
    .map(({ catalog_version: _, snapshot: __, unbuilt: ___, ...object }) => object);
  const { catalog_version: version, snapshot, unbuilt } = rows[0];
  return { version, objects, snapshot, unbuilt };
}

/** How many objects are stored with one statement. */
const BATCH = 500;

/**
 * Stores the changes in few statements, because each of them creates a new version of the Catalog (migration 0060).
 *
 * @param {Transaction} tx @param {readonly Change[]} changes of different objects, in any order
 */
export async function writeChanges(tx, changes) {
  const removed = changes.filter(({ after }) => !after).map(({ id }) => id);
  if (removed.length > 0) await tx.query(k('plinth.objects').whereRaw('id = any (?::uuid[])', [removed]).delete());
  const written = changes.filter(({ after }) => after);
  for (const batch of inBatches(written.filter(({ before }) => !before))) {
    await tx.query(sql`
      insert into plinth.objects (id, kind, parent, name, body, position)
      select n.id, n.kind, n.parent, n.name, n.body, n.position from ${recordsOf(batch)}`);
  }
  for (const batch of inBatches(written.filter(({ before }) => before))) {
    await tx.query(sql`
      update plinth.objects as o
         set name = n.name, body = n.body, position = n.position, version = o.version + 1, updated_at = now()
        from ${recordsOf(batch)}
       where o.id = n.id`);
  }
}

/** @param {readonly Change[]} changes */
function* inBatches(changes) {
  for (let start = 0; start < changes.length; start += BATCH) yield changes.slice(start, start + BATCH);
}

/** @param {readonly Change[]} changes */
function recordsOf(changes) {
  const records = changes.map(({ id, kind, parent, after }) => ({ id, kind, parent, ...after }));
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
    as n (id uuid, kind text, parent uuid, name text, body jsonb, position int)`;
}

/**
 * The objects after the changes, with their new versions.
 *
 * @param {ReadonlyMap<string, StoredObject>} objects @param {readonly Change[]} changes
 */
export function applyChanges(objects, changes) {
  const next = new Map(objects);
  for (const change of changes) {
    const object = changedObject(objects.get(change.id), change);
    if (object) next.set(change.id, object);
    else next.delete(change.id);
  }
  return next;
}

/** @param {StoredObject | undefined} stored as it is before @param {Change} change @returns {StoredObject | null} null: it is gone */
export function changedObject(stored, { id, kind, parent, after }) {
  return after && { id, kind, parent, ...after, version: (stored?.version ?? 0) + 1 };
}
