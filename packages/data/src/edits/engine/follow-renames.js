/** @import { Registry, Row } from '@plinth/plugin' */
/** @import { Change, StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Rename } from '../../catalog/model/renames.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { isDeepStrictEqual } from 'node:util';
import { mapObject } from '../../catalog/model/references.js';
import { renamesOf, visitRenamed } from '../../catalog/model/renames.js';
import { sql } from '../../postgres/sql/index.js';
import { hashOf } from './hash-of.js';

/**
 * Runs that have not ended, or that failed and may be retried, name what an edit renames by its new name. Their workflow
 * stays as it was when they began. Before the tables are changed, so that a step under way ends first.
 *
 * @param {Pick<Transaction, 'query'>} tx of the edit
 * @param {{ before: StoredCatalog, after: StoredCatalog, changes: readonly Change[], registry: Registry }} edit
 */
export async function followRenamesInRuns(tx, { before, after, changes, registry }) {
  const renames = renamesOf(changes, before);
  if (renames.length === 0) return;
  const visit = visitRenamed(renames, before);
  for (const { hash, workflow_id: id, document } of await versionsNaming(tx, renames)) {
    const object = { id, kind: /** @type {const} */ ('workflow'), name: document.name, parent: null, body: document };
    const next = mapObject(object, { catalog: before, registry }, visit);
    if (isDeepStrictEqual(next, document)) continue;
    // A document never changes: processes keep it by its hash.
    const renamed = `${hashOf(next)}.${after.version}`;
    await tx.query(sql`
      insert into plinth.workflow_versions (hash, workflow_id, document, names_since)
      values (${renamed}, ${id}::uuid, ${JSON.stringify(next)}::jsonb, ${after.version}::bigint) on conflict do nothing`);
    await tx.query(sql`
      update plinth.workflow_runs
         set version = ${renamed}
       where version = ${hash} and (done_at is null or left_at is not null)`);
  }
}

/** @param {Pick<Transaction, 'query'>} tx @param {readonly Rename[]} renames @returns {Promise<Row[]>} */
async function versionsNaming(tx, renames) {
  const names = renames.map(({ from }) => from);
  const { rows } = await tx.query(sql`
    select hash, workflow_id, document
      from plinth.workflow_versions v
     where exists (select from unnest(${names}::text[]) as name where strpos(v.document::text, name) > 0)
       and exists (select from plinth.workflow_runs r
                    where r.version = v.hash and (r.done_at is null or r.left_at is not null))
     order by hash`);
  return rows;
}
