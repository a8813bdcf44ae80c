/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
import { AppError, phrase } from '@plinth/plugin';
import { isUnlimited } from '../rights/index.js';
import { sql } from '../sql/index.js';
import { filesForbidden } from './errors.js';
import { roleNames } from '../people/actors.js';
import { idsOfRoles, noteSharing, withRoles } from './file-roles.js';
import { readFolder } from './names.js';

const MOST_FOLDERS = 500;

/** Folders of free files. @param {{ db: Database, catalog: () => Catalog, events?: import('../security/security-events.js').SecurityEvents }} context */
export function createFolders({ db, catalog, events }) {
  return {
    /** @param {Actor} actor @param {string} folder @returns {Promise<string>} */
    async addFolder(actor, folder) {
      admin(actor);
      const path = readFolder(folder);
      if (path) await db.query(sql`insert into plinth.file_folders (path) values (${path}) on conflict do nothing`);
      return path;
    },

    /**
     * Who may have the free files of a folder and of those below it, besides admins and whom a file itself names.
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
          sql`select role_ids as ids from plinth.file_folders where path = ${path} for no key update`,
        );
        await tx.query(sql`insert into plinth.file_folders (path, role_ids) values (${path}, ${ids})
          on conflict (path) do update set role_ids = excluded.role_ids`);
        const [before, after] = [rows[0]?.ids ?? [], ids].map((list) => roleNames(catalog(), list));
        await noteSharing(events, actor, `folder "${path}"`, { before, after }, tx);
      });
    },

    /**
     * Folders that roles were given, by their paths: the first ones of very many, or those that a folder is or lies in.
     *
     * @param {Actor} actor @param {{ around?: string }} [options] @returns {Promise<{ path: string, roles: string[] }[]>}
     */
    async sharedFolders(actor, { around } = {}) {
      admin(actor);
      const here = around === undefined ? null : readFolder(around);
      const { rows } = await db.query(
        sql`select path, role_ids as "roleIds" from plinth.file_folders 
          where role_ids <> '{}' and (${here}::text is null or path = ${here} or starts_with(${here}, path || '/'))
          order by path limit ${MOST_FOLDERS}`,
      );
      return rows.map((row) => withRoles(catalog(), row)).filter(({ roles }) => roles.length > 0);
    },

    /** Only an empty folder goes. @param {Actor} actor @param {string} folder */
    async removeFolder(actor, folder) {
      admin(actor);
      const path = readFolder(folder);
      const { rows } = await db.query(sql`select exists (select from plinth.files f
        where f.folder = ${path} or starts_with(f.folder, ${`${path}/`})) as filled`);
      if (rows[0].filled) {
        throw new AppError('FOLDER_NOT_EMPTY', phrase`The folder "${path}" holds files`, {
          status: 409,
          hint: 'Move or delete them first',
        });
      }
      await db.transaction(async (tx) => {
        const { rows: gone } = await tx.query(sql`
          delete from plinth.file_folders where path = ${path} or starts_with(path, ${`${path}/`})
          returning path, role_ids as ids`);
        for (const { path: one, ids } of gone)
          await noteSharing(events, actor, `folder "${one}"`, { before: roleNames(catalog(), ids), after: [] }, tx);
      });
    },
  };
}

/** Refuses whoever is no admin. @param {Actor} actor */
export function admin(actor) {
  if (!isUnlimited(actor)) throw filesForbidden();
}

/** Folders right below a folder: made ones and those that files name. @param {Database} db @param {string} folder @returns {Promise<string[]>} */
export async function foldersIn(db, folder) {
  const below = folder ? `${folder}/` : '';
  const { rows } = await db.query(sql`select distinct split_part(substr(path, ${below.length + 1}::int), '/', 1) as name
    from (select path from plinth.file_folders union select folder from plinth.files where field_id is null) p
    where starts_with(path, ${below}) and path <> ${folder} order by 1 limit 500`);
  return rows.map(({ name }) => below + name);
}
