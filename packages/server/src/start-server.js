/** @import { Values } from '@plinth/plugin' */
/** @import { Admin, Config } from './types.d.ts' */
/** @import { Runtime } from './open-runtime.js' */
import { createChangeStream, openDatabase } from '@plinth/data';
import { shareConnections } from '@plinth/data/embedded';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { followSchedule } from './node/backups/index.js';
import { createServer } from './create-server.js';
import { createLog } from './http/log/log.js';
import { keepWithinMemory } from './node/operations/keep-within-memory.js';
import { noteAddress } from './node/operations/last-address.js';
import { tellMissing } from './node/operations/missing-here.js';
import { openRuntime } from './open-runtime.js';
import { guardAgainstPlugins } from './plugins/manager/crash-guard.js';
import { createReload } from './reload.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** In ms. Logical replication can start only after the running transactions have ended. */
const STREAM_PATIENCE = 3000;

/**
 * Starts all of Plinth: listens first, so that a port in use is reported before anything else happens, then opens the
 * database and a runtime on it.
 *
 * @param {Config} config
 * @param {{ admin: Admin, log?: import('./types.d.ts').Log, database?: { connection: Values, close(): Promise<void>, onExit?: Function },
 *   stream?: import('./pages/fast-path/pages/page-cache.js').Stream, connections?: import('./open-runtime.js').Share,
 *   sharing?: import('./http/requests/listener.js').Sharing, peers?: import('./types.d.ts').App['peers'],
 *   askRestore?: import('./node/backups/runner.js').AskRestore }} options
 *   database: one that runs already, for tests and workers; stream: of changes, relayed to a worker by its primary;
 *   connections: how many it may have; sharing: how to share the port with other workers; peers: those workers;
 *   askRestore: stops this server and starts it again
 * @returns {Promise<{ url: string, port: number, runtime(): Runtime, socket(): object,
 *   report: ReturnType<typeof createServer>['report'], failed: Promise<Error>,
 *   close(options?: { gently?: boolean }): Promise<void> }>}
 *   `failed` resolves when the database is gone for good
 */
export async function startServer(config, options) {
  const { admin, askRestore } = options;
  const log = options.log ?? createLog({ level: config.logLevel });
  const server = createServer({ config, log, peers: options.peers });
  // A process that shares a port accepts no connection before it can respond.
  const listensLast = options.sharing !== undefined && config.port !== 0;
  const { port } = listensLast ? config : await server.listen(options.sharing);
  const settled = { ...config, port, baseUrl: config.baseUrl.replace(/:0$/, `:${port}`) };
  /** @type {(() => Promise<unknown>)[]} what is open, to be closed in reverse */
  const open = [() => server.close()];
  const close = async (/** @type {{ gently?: boolean }} */ how = {}) => {
    await server.close(how);
    for (const shut of open.splice(1).reverse()) await shut();
    log.info('stopped');
  };
  try {
    const database = options.database ?? (await openDatabase({ config: settled, purpose: 'serve', log }));
    open.push(() => database.close());
    // Workers share the folder, which may hold uploads in progress.
    if (!options.database) await rm(path.join(settled.dataDir, 'tmp'), { recursive: true, force: true });
    const { connection } = database;
    // An external database may allow few connections; the embedded one has enough.
    const isExternal = 'kind' in database && database.kind === 'external';
    const connections = options.connections ?? (isExternal ? await shareConnections(connection, 1) : undefined);
    const stream = options.stream ?? (await createChangeStream({ connection, log }));
    open.push(() => stream.close());
    const reload = await createReload({
      use: (runtime) => server.use(runtime),
      make: (reloaded) =>
        openRuntime({ config: settled, connection, connections, log, admin, reloaded, stream, askRestore }),
      log,
    });
    open.push(() => reload.close());
    // Requests arrive already; until the stream is live, the database is asked for everything.
    await Promise.race([stream.start(), sleep(STREAM_PATIENCE, undefined, { ref: false })]);
    log.info('changes are heard', { by: stream.kind, reason: stream.reason || undefined });
    const maintenance = setInterval(() => maintain(reload.runtime(), log), HOUR);
    open.push(async () => clearInterval(maintenance));
    // New mail is sent at once by the process that it came through; this finds the rest: retries, and what was left over.
    const mailRound = setInterval(() => sendMail(reload.runtime()), MINUTE * Math.max(1, config.workers));
    open.push(async () => clearInterval(mailRound));
    // Tests share a process with others, whose errors are not ours to handle.
    if (!options.database || options.sharing) {
      const unguard = guard(reload.runtime, log);
      const memory = keepWithinMemory({ memory: config.memory });
      open.push(async () => (unguard(), memory.stop()));
    }
    if (!options.database) open.push(followSchedule({ config: settled, connection, log }));
    if (listensLast) await server.listen(options.sharing);
    noteAddress(settled.dataDir, settled.baseUrl);
    // With several workers, the first process logs it once.
    if (!options.sharing) await tellMissing({ connection, dataDir: settled.dataDir, log });
    log.info('started', { url: settled.baseUrl, dataDir: settled.dataDir, safeMode: settled.safeMode });
    const failed = new Promise((resolve) => database.onExit?.(resolve));
    return {
      url: settled.baseUrl,
      port,
      runtime: reload.runtime,
      socket: server.socket,
      report: server.report,
      failed,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param {Runtime} runtime */
async function sendMail({ notices, mail }) {
  await notices.send();
  await mail.send();
}

/** @param {() => Runtime} runtime @param {import('./types.d.ts').Log} log */
function guard(runtime, log) {
  const system = { userId: null, roles: [], system: true };
  return guardAgainstPlugins({
    log,
    culprit: (trace) => runtime().plugins.culprit(trace),
    switchOff: async ({ name }) => runtime().plugins.setEnabled(system, name, false),
  });
}

/** @param {Runtime} runtime @param {import('./types.d.ts').Log} log */
async function maintain({ data }, log) {
  try {
    await data.people.maintenance();
    await data.maintenance?.();
  } catch (error) {
    log.warn('maintenance failed', { error });
  }
}
