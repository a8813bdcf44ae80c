/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { LineOutcome } from './import-writers.js' */
import { k, sql } from '../../postgres/sql/index.js';

/**
 * Keeps which rows an import adds and what it changes, batch by batch, so that one that is broken off can be taken back, too.
 *
 * @param {Database} db @param {Table} table @param {Actor} actor
 */
export function createImportLog(db, table, actor) {
  /** @type {string | null} */
  let id = null;
  let batch = 0;
  return {
    get id() {
      return id;
    },
    /** @param {readonly LineOutcome[]} outcomes of lines that have just been written */
    async add(outcomes) {
      const ids = outcomes.flatMap((one) => ('did' in one && one.did === 'added' ? [one.id] : []));
      const changes = outcomes.flatMap((one) =>
        'did' in one && one.did === 'changed' ? [{ id: one.id, before: one.before, version: one.version }] : [],
      );
      if (ids.length + changes.length === 0) return;
      id ??= (await db.query(k('plinth.imports').insert({ table_id: table.id, user_id: actor.userId }).returning('id')))
        .rows[0].id;
      await db.query(sql`with counted as (
          update plinth.imports set inserted = inserted + ${ids.length}::int, changed = changed + ${changes.length}::int where id = ${id}::uuid)
        insert into plinth.import_rows (import, batch, ids, changes)
        values (${id}::uuid, ${batch++}::int, ${JSON.stringify(ids)}::jsonb, ${JSON.stringify(changes)}::jsonb)`);
    },
    async finish() {
      if (id) await db.query(k('plinth.imports').where({ id }).update({ finished_at: k.fn.now() }));
    },
    /** Nothing of it has stayed. */
    async drop() {
      if (id) await db.query(k('plinth.imports').where({ id }).delete());
      id = null;
    },
  };
}
