/** @import { Transaction } from '../postgres/transaction.js' */
/** @import { Change, StoredObject } from './types.d.ts' */
import { sql } from '../sql/index.js';

/**
 * Reads all objects with the version they make up: one statement, so one snapshot.
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

/** @param {Transaction} tx @param {readonly Change[]} changes */
export async function writeChanges(tx, changes) {
  for (const { id, kind, parent, before, after } of changes) {
    if (!after) await tx.query(sql`delete from plinth.objects where id = ${id}::uuid`);
    else if (!before) {
      await tx.query(sql`
        insert into plinth.objects (id, kind, parent, name, body, position)
        values (${id}::uuid, ${kind}, ${parent}::uuid, ${after.name}, ${JSON.stringify(after.body)}::jsonb, ${after.position}::int)`);
    } else {
      await tx.query(sql`
        update plinth.objects
           set name = ${after.name}, body = ${JSON.stringify(after.body)}::jsonb, position = ${after.position}::int,
               version = version + 1, updated_at = now()
         where id = ${id}::uuid`);
    }
  }
}

/**
 * The objects as they are after the changes, with the versions that storing gives them.
 *
 * @param {ReadonlyMap<string, StoredObject>} objects @param {readonly Change[]} changes
 */
export function applyChanges(objects, changes) {
  const next = new Map(objects);
  for (const { id, kind, parent, after } of changes) {
    if (after) next.set(id, { id, kind, parent, ...after, version: (objects.get(id)?.version ?? 0) + 1 });
    else next.delete(id);
  }
  return next;
}
