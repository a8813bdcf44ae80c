/** @import { Actor, Catalog, Field, Registry } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { USER_PARAM } from '../../rules/rights/index.js';
import { k, sql, tableNamed, toStatement } from '../../postgres/sql/index.js';
import { readableFile } from './readable.js';

/** The most files whose names are read at once. */
const MOST = 500;

/**
 * What files are called. Only for ids in values that the reader may see: it is not asked whether they may open the files.
 *
 * @param {Database} db @param {readonly string[]} ids
 * @returns {Promise<Map<string, string>>} without files that were deleted, and without those beyond the first 500
 */
export async function fileNames(db, ids) {
  const wanted = [...new Set(ids)].slice(0, MOST);
  if (wanted.length === 0) return new Map();
  const { rows } = await db.query(k('plinth.files').select('id', 'name').whereRaw('id = any(?::uuid[])', [wanted]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Files with these names that an actor may put into a field: uploads for the field, and files of the Files screen.
 *
 * @param {{ db: Database, catalog: Catalog, registry: Registry, actor: Actor }} context
 * @param {Field} field @param {readonly string[]} names @param {number} most
 * @returns {Promise<{ id: string, label: string }[]>} label: the file's name
 */
export async function filesNamed({ db, ...context }, field, names, most) {
  const query = sql`select f.id, f.name as label from ${tableNamed('plinth', 'files')} f
    where f.name = any(${[...names]}::text[]) and (f.field_id = ${field.id}::uuid or f.field_id is null)
      and ${readableFile(context, 'f')} limit ${most}`;
  const { rows } = await db.query(toStatement(query, { [USER_PARAM]: context.actor.userId }));
  return rows;
}
