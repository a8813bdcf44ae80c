/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
/** @import { StoredFile } from './index.js' */
import { AppError } from '@plinth/plugin';
import { admin, foldersIn } from './folders.js';
import { nameOrder } from '../../postgres/sql/text-order.js';
import { asUuid, k, raw } from '../../postgres/sql/index.js';
import { fileNotFound, filesForbidden } from './errors.js';
import { roleNames } from '../../rules/rights/actors.js';
import { takeOver } from '../../postgres/errors/changed-meanwhile.js';
import { idsOfRoles, noteSharing } from './file-roles.js';
import { readFileName, readFolder } from './names.js';

/** @typedef {ReturnType<typeof import('./store.js').createStore>} Store */

/**
 * Managing files, for admins: browse folders, rename, move, share, delete.
 *
 * @param {{ db: Database, store: Store, catalog: () => Catalog, columns: Fragment, record: (row: any) => StoredFile,
 *   heldByRows: (alias: string) => Fragment, takeFromLists: (id: string) => Fragment[], events?: import('../security/security-events.js').SecurityEvents }} context
 *   record: turns a row with `columns` into a file; takeFromLists: removes a file from the lists that hold it
 */
export function createManage({ db, store, catalog, columns, record, heldByRows, takeFromLists, events }) {
  return {
    /**
     * Files of a folder, ordered by name, or found by name in all folders; only files without a field unless `all`.
     *
     * @param {Actor} actor
     * @param {{ folder?: string, search?: string, all?: boolean, after?: string, limit?: number }} [options] `after`:
     *   `next` of the previous page
     * @returns {Promise<{ files: StoredFile[], folders: string[], next: string | null }>}
     */
    async list(actor, { folder, search = '', all = false, after, limit = 50 } = {}) {
      admin(actor);
      const most = Math.min(Math.max(Math.trunc(limit), 1), 200);
      const words = search.toWellFormed().replaceAll('\0', '').trim().slice(0, 100).toWellFormed();
      const inFolder = readFolder(folder);
      const place = parseCursor(after);
      const order = k.raw(nameOrder('f.name', catalog()));
      const query = k('plinth.files as f')
        .select(raw(columns))
        .orderByRaw('?, f.name, f.id', [order])
        .limit(most + 1);
      if (words) query.whereRaw('strpos(lower(f.name), lower(?)) > 0', [words]);
      else if (!all) query.where('f.folder', inFolder).whereNull('f.field_id');
      if (place) {
        const from = k.raw(nameOrder('?::text', catalog()), [place.name]);
        query.whereRaw('(?, f.name, f.id) > (?, ?, ?::uuid)', [order, from, place.name, place.id]);
      }
      const { rows } = await db.query(query);
      const files = rows.slice(0, most).map(record);
      const last = rows.length > most ? files[files.length - 1] : null;
      return {
        files,
        folders: words || all ? [] : await foldersIn(db, inFolder, catalog()),
        next: last && Buffer.from(JSON.stringify([last.name, last.id])).toString('base64url'),
      };
    },

    ...createUpdates({ db, catalog, columns, record, events }),

    /** @param {Actor} actor @param {string} id */
    async remove(actor, id) {
      admin(actor);
      const known = asUuid(id);
      const removal = db.transaction(async (tx) => {
        const { rowCount } = await tx.query(k('plinth.files').where('id', known).delete());
        if (!rowCount) throw fileNotFound();
        for (const statement of takeFromLists(String(known))) await tx.query(statement);
      });
      await removal.catch((error) => Promise.reject(/^23/.test(error?.code) ? inUse(error) : error));
      await store.remove(id);
    },

    /**
     * Removes an upload that no row has taken; its sender may do this. A file that a row holds is deleted with the row.
     *
     * @param {Actor} actor @param {StoredFile} file that the actor may have
     * @throws {AppError} FORBIDDEN, FILE_IN_USE
     */
    async takeBack(actor, file) {
      if (actor.userId === null || file.owner !== actor.userId) throw filesForbidden();
      const held = heldByRows('f');
      const { rowCount } = await db.query(
        k('plinth.files as f').where({ 'f.id': file.id, 'f.owner': actor.userId }).whereNot(raw(held)).delete(),
      );
      if (!rowCount) throw inUse();
      await store.remove(file.id);
    },

    /** How much is stored. @param {Actor} actor @returns {Promise<{ count: number, bytes: number }>} */
    async usage(actor) {
      admin(actor);
      const { rows } = await db.query(
        k('plinth.files').select(k.raw('count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes')),
      );
      return rows[0];
    },
  };
}

/**
 * Changes an existing file: its name, its folder, who may have it.
 *
 * @param {Pick<Parameters<typeof createManage>[0], 'db' | 'catalog' | 'columns' | 'record' | 'events'>} context
 */
function createUpdates({ db, catalog, columns, record, events }) {
  /**
   * All changes or none. The security log is told if the file's own roles or its folder's give access to others.
   *
   * @param {Actor} actor @param {string} id
   * @param {{ name?: string, folder?: string, roles?: readonly string[] }} input roles: who besides admins may have a
   *   file without a field
   * @param {{ seen?: { name?: string, folder?: string } }} [form] seen: what the form was opened with
   * @returns {Promise<StoredFile>}
   * @throws {AppError} FORBIDDEN, FILE_NOT_FOUND, FILE_NAME_INVALID, INPUT_INVALID, CHANGED_MEANWHILE
   */
  async function update(actor, id, { name, folder, roles }, { seen } = {}) {
    admin(actor);
    const typed = {
      ...(name !== undefined && { name: readFileName(name) }),
      ...(folder !== undefined && { folder: readFolder(folder) }),
    };
    const ids = roles && idsOfRoles(catalog(), roles);
    return db.transaction(async (tx) => {
      const read = async () => (await tx.query(openTo().where('f.id', asUuid(id)).forNoKeyUpdate('f'))).rows[0];
      const before = await read();
      if (!before) throw fileNotFound();
      const next = { ...before, ...takeOver(before, typed, seen), ...(ids && { own: ids }) };
      const { rows } = await tx.query(
        k('plinth.files as f')
          .where('f.id', id)
          .update({ name: next.name, folder: next.folder, role_ids: next.own })
          .returning(raw(columns)),
      );
      const [had, has] = [before, await read()].map((one) => roleNames(catalog(), [...one.own, ...one.inherited]));
      await noteSharing(events, actor, `file "${next.name}"`, { before: had, after: has }, tx);
      return record(rows[0]);
    });
  }

  return {
    update,

    /** @param {Actor} actor @param {string} id @param {string} name */
    rename: (actor, id, name) => update(actor, id, { name }),

    /** @param {Actor} actor @param {string} id @param {string} folder */
    move: (actor, id, folder) => update(actor, id, { folder }),

    /**
     * Who besides admins may have a file without a field.
     *
     * @param {Actor} actor @param {string} id @param {string[]} roles
     */
    share: (actor, id, roles) => update(actor, id, { roles }),
  };
}

/** Adds a file's own roles and those of the folders around it. */
const openTo = () =>
  k('plinth.files as f').select('f.name', 'f.folder', {
    own: 'f.role_ids',
    inherited: k.raw(`array(select role from plinth.file_folders d cross join unnest(d.role_ids) role
                             where f.field_id is null and (d.path = f.folder or starts_with(f.folder, d.path || '/')))`),
  });

/** @param {unknown} after @returns {{ name: string, id: string } | null} */
function parseCursor(after) {
  if (typeof after !== 'string' || after === '') return null;
  try {
    const [name, id] = JSON.parse(Buffer.from(after, 'base64url').toString());
    return typeof name === 'string' && !name.includes('\0') && asUuid(id) ? { name: name.toWellFormed(), id } : null;
  } catch {
    return null;
  }
}

/** @param {unknown} [cause] */
function inUse(cause) {
  return new AppError('FILE_IN_USE', 'This file is in a required field of a row', {
    status: 409,
    hint: 'Replace the file in the row first, or delete the row',
    cause,
  });
}
