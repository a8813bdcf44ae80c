/** @import { Actor, Catalog, Registry } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { holdsFile } from '../../catalog/schema/held-files.js';
import { tableSql } from '../../postgres/sql/physical.js';
import { withRoles } from '../../gate/files/file-roles.js';
import { sharedFolders } from '../../gate/files/folders.js';
import { fileNotFound } from '../../gate/files/errors.js';
import { fileFields } from '../../gate/files/readable.js';
import { asCondition, isUnlimited, predicate, readableField, USER_PARAM } from '../../rules/rights/index.js';
import { asUuid, k, sql, toStatement } from '../../postgres/sql/index.js';

/**
 * One way to a file: being an admin, having uploaded it, its roles, those of a folder, or a row that holds it.
 *
 * @typedef {{ way: 'admin' | 'owner' | 'roles' | 'folder' | 'row', holds: boolean, roles: readonly string[], folder:
 *   string,
 *   table: string, field: string, id: string | null, hiddenField: boolean }} FileWay
 * @typedef {{ may: boolean, file: { id: string, name: string, folder: string }, ways: FileWay[] }} FileExplanation
 */

const NOTHING = { holds: false, roles: [], folder: '', table: '', field: '', id: null, hiddenField: false };
const MOST_ROWS = 20;

/**
 * Why somebody may or may not have a stored file.
 *
 * @param {{ db: Database, catalog: () => Catalog, registry: Registry }} context
 */
export function createExplainFile({ db, catalog, registry }) {
  /** Folders with roles that a folder is or lies in. @param {string} folder @returns {Promise<{ path: string, roleIds: string[] }[]>} */
  async function foldersAbove(folder) {
    if (folder === '') return [];
    const { rows } = await db.query(sharedFolders(folder, catalog()));
    return rows;
  }

  /**
   * The rows that hold it, and which of them the actor may read.
   *
   * @param {Actor} actor @param {string} id
   * @returns {Promise<FileWay[]>}
   */
  async function rowsOf(actor, id) {
    const found = await Promise.all(
      fileFields(catalog(), registry).map(async ({ table, field }) => {
        const may = asCondition(predicate(actor, table, 'read', 't'));
        const { rows } = await db.query(
          toStatement(
            sql`select t.id::text as id, coalesce(${may}, false) as may from ${tableSql(table)} t
              where ${holdsFile(table, field, 't', sql`${id}::uuid`)} order by 1 limit ${MOST_ROWS}`,
            { [USER_PARAM]: actor.userId },
          ),
        );
        const hiddenField = !readableField(actor, table, field);
        const way = {
          ...NOTHING,
          way: /** @type {const} */ ('row'),
          table: table.name,
          field: field.name,
          hiddenField,
        };
        return rows.map((row) => ({ ...way, id: row.id, holds: row.may && !hiddenField }));
      }),
    );
    return found.flat();
  }

  /**
   * @param {Actor} actor whose rights are explained @param {string} id
   * @returns {Promise<FileExplanation>}
   * @throws FILE_NOT_FOUND
   */
  return async function explainFile(actor, id) {
    const { rows } = await db.query(
      k('plinth.files')
        .select('id', 'name', 'folder', { roleIds: 'role_ids' }, 'owner', 'field_id')
        .where('id', asUuid(id)),
    );
    if (rows.length === 0) throw fileNotFound();
    const { roles, owner, field_id: fieldId, ...file } = withRoles(catalog(), rows[0]);
    const isFree = fieldId === null;
    const folders = isFree ? (await foldersAbove(file.folder)).map((row) => withRoles(catalog(), row)) : [];
    const isOneOf = (/** @type {string[]} */ list) => list.some((role) => actor.roles.includes(role));
    /** @type {FileWay[]} */
    const ways = [
      ...(isUnlimited(actor) ? [{ ...NOTHING, way: /** @type {const} */ ('admin'), holds: true }] : []),
      { ...NOTHING, way: 'owner', holds: owner !== null && owner === actor.userId },
      ...(isFree || roles.length > 0
        ? [{ ...NOTHING, way: /** @type {const} */ ('roles'), roles, holds: isOneOf(roles) }]
        : []),
      ...folders.map((one) => ({
        ...NOTHING,
        way: /** @type {const} */ ('folder'),
        folder: one.path,
        roles: one.roles,
        holds: isOneOf(one.roles),
      })),
      ...(await rowsOf(actor, id)),
    ];
    return { may: ways.some(({ holds }) => holds), file, ways };
  };
}
