/** @import { Actor, Registry } from '@plinth/plugin' */
/** @import { ChangeStream } from './postgres/changes/types.d.ts' */
/** @import { Connection } from './postgres/database/connect.js' */
/** @import { Memory } from './postgres/memory/divide.js' */
/** @import { EditOptions } from './edits/types.d.ts' */
import { createLiveCatalog } from './catalog/model/live.js';
import { createFeed } from './gate/feed/feed.js';
import { createEngine } from './edits/engine/engine.js';
import { editsOf } from './edits/definitions/index.js';
import { createEditSchemas } from './edits/schemas/input-schemas.js';
import { isHeld } from './automation/holding/index.js';
import { createIndexes } from './catalog/indexes/index.js';
import { migrate } from './postgres/migrations/runner.js';
import { noteMissingOrders } from './catalog/indexes/missing-orders.js';
import { createRewrites, removeLeftovers } from './catalog/rewrites/index.js';
import { renewTextOrder } from './postgres/migrations/text-order.js';
import { createToday } from './gate/rows/today.js';
import { allowedHosts } from './edits/definitions/base/allowed-hosts.js';
import { createOutbound } from './automation/outbound/outbound.js';
import { createVault } from './postgres/sealing/vault.js';
import { createServices } from './services.js';
import { createDatabase } from './postgres/database/database.js';
import { createFairness } from './postgres/fairness/index.js';
import { divideMemory } from './postgres/memory/index.js';
import { purgeTrash } from './edits/revisions/purge.js';
import { createRevisions } from './edits/revisions/revisions.js';
import { createSecurityEvents } from './gate/security/security-events.js';

/** @typedef {{ debug(event: string, fields?: object): void, info(event: string, fields?: object): void, warn(event: string, fields?: object): void, error(event: string, fields?: object): void }} Log */
/** @typedef {Awaited<ReturnType<typeof createData>>} Data */

/** @type {Log} */
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Connects to the database, migrates it to this version and loads the Catalog.
 *
 * @param {{ connection: Connection, connections?: { max: number, shared: number }, registry: Registry,
 *   stream?: ChangeStream | null, log?: Log, dataDir?: string, clock?: () => Date, rowSecurity?: boolean,
 *   secretKey?: Buffer | null, outbound?: import('./automation/outbound/outbound.js').Outbound, baseUrl?: string,
 *   fetchPackage?: import('./edits/apps/verified-packages.js').FetchPackage, memory?: Memory }} options
 *   baseUrl: for links in mails
 *   fetchPackage: brings npm packages that an app document names; without it, such a document is refused
 *   memory: how it is divided
 *   connections: `max` for transactions, `shared` for pipelined statements
 *   stream: keeps the Catalog and sessions fresh; its creator starts and closes it. Without one the database is asked
 *   each time, which suits a short command.
 */
export async function createData({
  connection,
  connections,
  registry,
  stream = null,
  log = silent,
  dataDir = '',
  clock = () => new Date(),
  rowSecurity = false,
  secretKey = null,
  outbound,
  baseUrl = '',
  fetchPackage,
  memory = divideMemory(),
}) {
  const { statementBytes } = memory.worker;
  const db = createDatabase(connection, {
    ...connections,
    log,
    fairness: createFairness(memory.worker),
    statementBytes,
  });
  try {
    await migrate(db);
    await renewTextOrder(db, log);
    await removeLeftovers(db, log);
    const own = { db, registry, stream, log, dataDir, clock, rowSecurity, secretKey, baseUrl, fetchPackage, memory };
    return await assemble({ ...own, outbound });
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * What makes edits, undoes them, and converts the rows of large tables for them.
 *
 * @param {Omit<import('./edits/engine/types.d.ts').EngineContext, 'edits' | 'signal'>} context
 */
function createOwnEngine(context) {
  const { api: rewrites, signal, close } = createRewrites(context.db);
  const engine = createEngine({ ...context, edits: editsOf(context.registry), signal });
  const renew = async () => {
    await engine.renewFormulas();
    await engine.renewPolicies();
  };
  return { engine, renew, close, api: { rewrites, revisions: createRevisions({ db: context.db, engine }) } };
}

/** @param {{ db: ReturnType<typeof createDatabase>, registry: Registry, stream: ChangeStream | null, log: Log, dataDir: string, clock: () => Date, rowSecurity: boolean, secretKey: Buffer | null, outbound?: import('./automation/outbound/outbound.js').Outbound, baseUrl: string, memory: Memory, fetchPackage?: import('./edits/apps/verified-packages.js').FetchPackage }} options */
async function assemble({ outbound: given, ...options }) {
  const { db, registry, stream, log, clock } = options;
  const live = await createLiveCatalog({ db, registry, stream, log });
  const { catalog, reload, reached, onCatalog } = live;
  const events = createSecurityEvents({ db, log });
  const { engine, ...editing } = createOwnEngine({ ...options, catalog, live, events });

  /** @param {Actor} actor @param {string} name @param {unknown} input @param {EditOptions} [options] */
  const edit = async (actor, name, input, options) => engine.run(actor, engine.workOf(actor, name, input), options);
  const outbound =
    given ??
    createOutbound({
      allow: () => allowedHosts(catalog().settings.outboundAllow),
      held: () => isHeld(db),
    });
  const vault = createVault(options);
  const context = { ...options, vault, catalog, outbound, edit, reload, onCatalog, engine, events };
  const offPlans = onCatalog(() => db.forgetPlans());
  if ((await noteMissingOrders(context)) > 0) await reload();
  const services = await createServices(context);
  const indexes = createIndexes(context);
  await editing.renew();
  const feed = stream ? createFeed({ ...context, stream, current: live.newest }) : null;
  await db.warm();
  return {
    ...services.api,
    db,
    /** Who may have how much at once. */
    fairness: db.fairness,
    registry,
    stream,
    vault,
    /** Delivers changes to subscribers; null without a stream. */
    feed,
    catalog,
    /**
     * The newest Catalog, for a new request or job.
     *
     * @param {boolean} [isFresh] whether the caller has already waited for the freshness barrier
     */
    current: live.newest,
    /** Whether the Catalog reflects all changes received so far. */
    isSettled: live.isSettled,
    onCatalog,
    reload,
    /** Resolves once this process has at least this version of the Catalog. */
    reached,
    edit,

    /** What day it is on the site. */
    today: createToday({ clock }),

    editNames: () => [...editsOf(registry).keys()],
    /** What edits take, as JSON Schema. */
    editSchemas: createEditSchemas(registry),
    /** @param {Actor} actor @param {string} name @param {unknown} input */
    preview: async (actor, name, input) => engine.preview(actor, engine.workOf(actor, name, input)),
    indexes: indexes.api,
    ...editing.api,
    /** The append-only security log. */
    security: events,
    /** Periodic clean-up: expired undo data and whatever else needs tidying. */
    async maintenance() {
      await services.maintenance();
      return { purged: await purgeTrash(db) };
    },
    /** Throws if the database does not answer. */
    ready: async () => void (await db.query('select 1')),
    async close() {
      editing.close();
      feed?.close();
      offPlans();
      await indexes.close();
      live.close();
      await services.close();
      await db.close();
    },
  };
}
