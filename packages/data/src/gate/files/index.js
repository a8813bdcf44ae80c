/** @import { Actor, Catalog, Registry, Row, Values } from '@plinth/plugin' */
/** @import { Readable } from 'node:stream' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Reading } from '../reads/reading.js' */
import { isBackupRunning } from '../../postgres/database/backup-running.js';
import { uuidv7 } from '../../catalog/schema/uuid.js';
import { USER_PARAM } from '../../rules/rights/index.js';
import { SNAPSHOT, noteReads } from '../reads/reading.js';
import { asUuid, k, raw, sql, tableNamed, toStatement } from '../../postgres/sql/index.js';
import { fileNotFound } from './errors.js';
import { idsOfRoles, withRoles } from './file-roles.js';
import { fileNames } from './file-names.js';
import { createDropUnused } from './drop-unused.js';
import { createFolders } from './folders.js';
import { imageSize } from './image-size.js';
import { createListAll } from './list-all.js';
import { createManage } from './manage.js';
import { readFileName, readFolder } from './names.js';
import { heldFile, readableFile, takenFromLists } from './readable.js';
import { sniffType } from './sniff-type.js';
import { createQuota } from './quota.js';
import { createStore } from './store.js';
import { createSweep } from './sweep.js';
import { checkType, largestFor, uploadTarget } from './upload-target.js';

/**
 * @typedef {{ id: string, name: string, folder: string, mime: string, size: number, sha256: string, width: number | null,
 *   height: number | null, owner: string | null, fieldId: string | null, roles: string[], createdAt: string }} StoredFile
 * @typedef {{ db: Database, catalog: () => Catalog, registry: Registry, dataDir: string, clock?: () => Date,
 *   events?: import('../security/security-events.js').SecurityEvents, tell?: import('../../catalog/types.d.ts').Tell }} FilesContext
 */

/**
 * Stored files. The content is written before the row, so that there is never a row without its file; a file without a
 * row is swept.
 *
 * @param {FilesContext} context
 */
export function createFiles({ db, catalog, registry, dataDir, events, ...context }) {
  const { clock = () => new Date(), tell = async () => {} } = context;
  const store = keptDuringBackups(createStore(dataDir), db);
  const quota = createQuota({ db, catalog });
  const inRows = ofRows(catalog, registry);
  const record = (/** @type {Row} */ row) => /** @type {StoredFile} */ (withRoles(catalog(), row));

  /**
   * @param {Actor} actor @param {unknown} id
   * @param {{ reading?: Reading }} [options] reading: is told what the result depends on
   * @returns {Promise<StoredFile>}
   */
  async function get(actor, id, { reading } = {}) {
    if (!asUuid(id)) throw fileNotFound();
    const readable = readableFile({ catalog: catalog(), registry, actor }, 'f');
    const query = sql`select ${COLUMNS} from ${tableNamed('plinth', 'files')} f where f.id = ${id}::uuid and ${readable}`;
    const statement = toStatement(query, { [USER_PARAM]: actor.userId });
    const { rows } = reading ? await noted(db, statement, query.reads, reading) : await db.query(statement);
    if (!rows.length) throw fileNotFound();
    return record(rows[0]);
  }

  return {
    /**
     * @param {Actor} actor @param {Readable | AsyncIterable<Buffer>} stream
     * @param {{ name: string, mime?: string, folder?: string, field?: { table: string, field: string }, roles?:
     *   string[], public?: boolean, address?: string }} about
     *   the type is detected from the content; the sender's claim is not trusted. address: the sender's
     * @returns {Promise<StoredFile>}
     */
    async add(actor, stream, about) {
      const { field, name, folder } = accept(catalog(), actor, stream, about);
      const source = quota.source(actor, about.address);
      await quota.require(actor, source, { more: 1 }).catch((error) => refuse(stream, error));
      const id = uuidv7();
      const content = await store.write(id, stream, { name, most: largestFor(field) });
      try {
        const mime = sniffType(content.head, name);
        checkType(field, mime, name);
        await content.keep();
        const { width = null, height = null } = imageSize(content.head, mime) ?? {};
        const roles = idsOfRoles(catalog(), about.public ? ['public'] : field ? [] : (about.roles ?? []));
        const facts = { id, name, folder, mime, ...content, width, height, owner: actor.userId, field, roles, source };
        const row = insertion(facts, clock());
        return await db.transaction(async (tx) => {
          const { rows } = await tx.query(row);
          await quota.require(actor, source, { tx });
          await tell('file_upload', uploadEvent(facts, about.field), { cause: actor.userId, on: tx });
          return record(rows[0]);
        });
      } catch (error) {
        await content.drop();
        await store.remove(id);
        throw error;
      }
    },

    get,

    /**
     * The content of a file that the actor may have, whole or a range (both ends included).
     *
     * @param {StoredFile} file @param {{ range?: { start: number, end: number } }} [options]
     */
    content: async ({ id }, { range } = {}) => (await store.read(id, range)).stream,

    /**
     * The content, whole or a range (both ends included).
     *
     * @param {Actor} actor @param {string} id @param {{ range?: { start: number, end: number } }} [options]
     */
    async open(actor, id, { range } = {}) {
      const file = await get(actor, id);
      const { stream, size } = await store.read(id, range);
      return { file, stream, size };
    },

    /** What files are called, by id. @param {readonly string[]} ids in values that the reader may see */
    names: (ids) => fileNames(db, ids),

    dropUnused: createDropUnused({ db, store, heldByRows: inRows.heldByRows }),
    ...createManage({ db, store, catalog, record, events, columns: COLUMNS, ...inRows }),
    ...createListAll({ db, catalog, registry, columns: COLUMNS, record }),
    ...createFolders({ db, catalog, events }),
    sweep: createSweep({ db, store, catalog, registry, clock }),
  };
}

/** Files in fields of rows. @param {() => Catalog} catalog @param {Registry} registry */
const ofRows = (catalog, registry) => ({
  heldByRows: (/** @type {string} */ alias) => heldFile(catalog(), registry, alias),
  takeFromLists: (/** @type {string} */ id) => takenFromLists(catalog(), registry, id),
});

/**
 * While a backup runs, it may still need contents whose row was deleted: they stay, and the sweep removes them later. The
 * row is always deleted first, so that a backup that begins after this question does not know it.
 *
 * @param {ReturnType<typeof createStore>} store @param {Database} db
 */
function keptDuringBackups(store, db) {
  return {
    ...store,
    remove: async (/** @type {string} */ id) => {
      if (!(await isBackupRunning(db))) await store.remove(id);
    },
  };
}

/**
 * Reads the upload's target and name.
 *
 * @param {Catalog} catalog @param {Actor} actor @param {Readable | AsyncIterable<Buffer>} stream
 * @param {{ name: string, folder?: string, field?: { table: string, field: string } }} about
 */
function accept(catalog, actor, stream, about) {
  try {
    const field = uploadTarget(catalog, actor, about.field);
    return { field, name: readFileName(about.name), folder: readFolder(about.folder) };
  } catch (error) {
    return refuse(stream, error);
  }
}

/** @param {Values} file @param {Date} now */
const insertion = ({ field, roles, ...file }, now) => {
  const { id, name, folder, mime, size, sha256, width, height, owner, source } = file;
  const facts = { id, name, folder, mime, size, sha256, width, height, owner, source };
  return k('plinth.files as f')
    .insert({ ...facts, field_id: field?.id ?? null, role_ids: roles, created_at: now })
    .returning(raw(COLUMNS));
};

/** What triggers know of an upload. @param {any} facts @param {{ table: string, field: string }} [target] */
const uploadEvent = ({ id, name, mime, size, folder, owner }, { table, field } = { table: '', field: '' }) => ({
  file: id,
  name,
  type: mime,
  size,
  folder,
  user: owner,
  table: table || null,
  field: field || null,
});

/**
 * A refused upload must not keep a file open.
 *
 * @param {Readable | AsyncIterable<Buffer>} stream @param {unknown} error
 * @returns {never}
 */
function refuse(stream, error) {
  if ('destroy' in stream) stream.destroy();
  throw error;
}

/** @param {Database} db @param {ReturnType<typeof toStatement>} statement @param {readonly string[]} reads @param {Reading} reading */
async function noted(db, statement, reads, reading) {
  const [first, answer] = await db.pipeline([{ name: 'plinth_snapshot', text: SNAPSHOT }, statement]);
  if (answer.error) throw answer.error;
  reading.snapshot ??= first.rows?.[0].snapshot ?? '';
  noteReads(reading, reads);
  return { rows: /** @type {unknown[]} */ (answer.rows) };
}

const COLUMNS = sql`f.id, f.name, f.folder, f.mime, f.size, f.sha256, f.width, f.height, f.owner,
  f.field_id as "fieldId", f.role_ids as "roleIds", f.created_at as "createdAt"`;
