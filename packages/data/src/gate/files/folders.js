/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Knex } from 'knex' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError, phrase } from '@plinth/plugin';
import { isUnlimited } from '../../rules/rights/index.js';
import { nameOrder } from '../../postgres/sql/text-order.js';
import { k } from '../../postgres/sql/index.js';
import { filesForbidden } from './errors.js';
import { roleNames } from '../../rules/rights/actors.js';
import { idsOfRoles, noteSharing, withRoles } from './file-roles.js';
import { readFolder } from './names.js';

const MOST_FOLDERS = 500;

/**
 * Folders of files that belong to no field.
 *
 * @param {{ db: Database, catalog: () => Catalog, events?: import('../security/security-events.js').SecurityEvents }}
 *   context
 */
export function createFolders({ db, catalog, events }) {
  return {
    /** @param {Actor} actor @param {string} folder @returns {Promise<string>} */
    async addFolder(actor, folder) {
      admin(actor);
      const path = readFolder(folder);
      if (path) await db.query(k('plinth.file_folders').insert({ path }).onConflict().ignore());
      return path;
    },

    /**
     * Sets who may have the files in a folder and below it, besides admins and the roles of a file itself.
     *
     * @param {Actor} actor @param {string} folder @param {readonly string[]} roles
     */
    async shareFolder(actor, folder, roles) {
      admin(actor);
      const path = readFolder(folder);
      if (!path) return;
      const ids = idsOfRoles(catalog(), roles);
      await db.transaction(async (tx) => {
        const { rows } = await tx.query(
          k('plinth.file_folders').select({ ids: 'role_ids' }).where({ path }).forNoKeyUpdate(),
        );
        await tx.query(k('plinth.file_folders').insert({ path, role_ids: ids }).onConflict('path').merge(['role_ids']));
        const [before, after] = [rows[0]?.ids ?? [], ids].map((list) => roleNames(catalog(), list));
        await noteSharing(events, actor, `folder "${path}"`, { before, after }, tx);
      });
    },

    /**
     * Folders with roles, by their paths: the first ones, or those that a folder is or lies in.
     *
     * @param {Actor} actor @param {{ around?: string }} [options] @returns {Promise<{ path: string, roles: string[]
     *   }[]>}
     */
    async sharedFolders(actor, { around } = {}) {
      admin(actor);
      const here = around === undefined ? null : readFolder(around);
      const { rows } = await db.query(sharedFolders(here, catalog()));
      return rows.map((row) => withRoles(catalog(), row)).filter(({ roles }) => roles.length > 0);
    },

    /** Only empty folders can be removed. @param {Actor} actor @param {string} folder */
    async removeFolder(actor, folder) {
      admin(actor);
      const path = readFolder(folder);
      const { rows } = await db.query(isInside(k('plinth.files').select(k.raw('1')), 'folder', path).limit(1));
      if (rows.length > 0) {
        throw new AppError('FOLDER_NOT_EMPTY', phrase`The folder "${path}" is not empty`, {
          status: 409,
          hint: 'Move or delete its files first',
        });
      }
      await db.transaction(async (tx) => {
        const { rows: gone } = await tx.query(
          isInside(k('plinth.file_folders'), 'path', path).delete(['path', 'role_ids as ids']),
        );
        for (const { path: one, ids } of gone)
          await noteSharing(events, actor, `folder "${one}"`, { before: roleNames(catalog(), ids), after: [] }, tx);
      });
    },
  };
}

/**
 * Matches files in a folder or below it.
 *
 * @param {Knex.QueryBuilder} query @param {string} column with the folder @param {string} path
 */
const isInside = (query, column, path) =>
  query.whereRaw('(?? = ? or starts_with(??, ?))', [column, path, column, `${path}/`]);

/**
 * Folders with roles: all, or those that a folder is or lies in.
 *
 * @param {string | null} around @param {Pick<Catalog, 'settings'>} catalog
 */
export function sharedFolders(around, catalog) {
  const query = k('plinth.file_folders').select('path', { roleIds: 'role_ids' }).whereRaw("role_ids <> '{}'");
  if (around !== null) query.whereRaw("(path = :around or starts_with(:around, path || '/'))", { around });
  return query.orderByRaw('?, path', [k.raw(nameOrder('path', catalog))]).limit(MOST_FOLDERS);
}

/** Throws unless the actor is an admin. @param {Actor} actor */
export function admin(actor) {
  if (!isUnlimited(actor)) throw filesForbidden();
}

/**
 * Direct subfolders: those that were created and those that files name.
 *
 * @param {Database} db @param {string} folder @param {Pick<Catalog, 'settings'>} catalog
 * @returns {Promise<string[]>}
 */
export async function foldersIn(db, folder, catalog) {
  const below = folder ? `${folder}/` : '';
  const paths = k('plinth.file_folders').select('path').union(k('plinth.files').select('folder').whereNull('field_id'));
  const names = k
    .distinct(k.raw("split_part(substr(path, ?::int), '/', 1) as name", [below.length + 1]))
    .from(paths.as('p'))
    .whereRaw('starts_with(path, ?)', [below])
    .whereNot('path', folder);
  const order = k.raw(nameOrder('n.name', catalog));
  const { rows } = await db.query(
    k(names.as('n')).select('n.name').orderByRaw('?, n.name', [order]).limit(MOST_FOLDERS),
  );
  return rows.map(({ name }) => below + name);
}
