/** @import { Actor, Registry } from '@plinth/plugin' */
/** @import { Connection } from './postgres/connect.js' */
/** @import { EditOptions } from './edits/types.d.ts' */
import { suggestIndexes } from './catalog/index-suggestions.js';
import { createLiveCatalog } from './catalog/live.js';
import { createEngine } from './edits/engine.js';
import { edits } from './edits/index.js';
import { migrate } from './migrations/runner.js';
import { renewTextOrder } from './migrations/text-order.js';
import { createParts } from './parts.js';
import { createDatabase } from './postgres/database.js';
import { purgeTrash } from './revisions/purge.js';
import { createRevisions } from './revisions/revisions.js';
import { sql } from './sql/index.js';

/** @typedef {{ debug(event: string, fields?: object): void, info(event: string, fields?: object): void, warn(event: string, fields?: object): void, error(event: string, fields?: object): void }} Log */
/** @typedef {Awaited<ReturnType<typeof createData>>} Data */

/** @type {Log} */
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Everything that Plinth knows and stores: connects, brings the database to this version, loads the Catalog.
 *
 * @param {{ connection: Connection, registry: Registry, log?: Log, dataDir?: string, clock?: () => Date }} options
 */
export async function createData({ connection, registry, log = silent, dataDir = '', clock = () => new Date() }) {
  const db = createDatabase(connection, { log });
  try {
    await migrate(db);
    await renewTextOrder(db, log);
    return await assemble({ db, registry, log, dataDir, clock });
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** @param {{ db: ReturnType<typeof createDatabase>, registry: Registry, log: Log, dataDir: string, clock: () => Date }} options */
async function assemble({ db, registry, log, dataDir, clock }) {
  const live = await createLiveCatalog({ db, registry, log });
  const { catalog, swap, reload, reached, onCatalog } = live;
  const engine = createEngine({ db, registry, edits, catalog, swap });

  /** @param {Actor} actor @param {string} name @param {any} input @param {EditOptions} [options] */
  const edit = async (actor, name, input, options) => engine.run(actor, engine.workOf(actor, name, input), options);
  /** @param {string} channel @param {string} payload */
  const notify = (channel, payload) => db.query(sql`select pg_notify(${channel}, ${payload})`);

  const context = { db, registry, catalog, log, dataDir, clock, notify, edit, reload, engine };
  const offPlans = onCatalog(() => db.forgetPlans());
  const parts = await createParts(context);
  await db.warm();
  return {
    ...parts.face,
    db,
    registry,
    catalog,
    onCatalog,
    reload,
    /** Resolves once this process has at least this version of the Catalog. */
    reached,
    edit,
    /** @param {Actor} actor @param {string} name @param {any} input */
    preview: async (actor, name, input) => engine.preview(actor, engine.workOf(actor, name, input)),
    revisions: createRevisions({ db, engine }),
    indexes: { suggest: () => suggestIndexes(catalog(), registry) },
    /** What is due now and then: forgets what was kept for undo long enough, and what the parts have to tidy. */
    async maintenance() {
      await parts.maintenance();
      return { purged: await purgeTrash(db) };
    },
    /** Throws while the database does not answer. */
    ready: async () => void (await db.query('select 1')),
    async close() {
      offPlans();
      live.close();
      await parts.close();
      await db.close();
    },
  };
}
