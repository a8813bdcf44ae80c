import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { installSchemaEvents } from '../schema-events.js';
import { ensureDataFolder } from './data-folder.js';
import { takeDataLock } from './data-lock.js';
import { dataInUse } from './errors.js';
import { connectExternal } from './external.js';
import { runningDatabase } from './running-database.js';
import { giveAllToOwner, requireOwnContents } from './owner.js';
import { startEmbedded } from './start-embedded.js';

/** @import { Memory } from '../../memory/divide.js' */
/** @import { Embedded, Holder, Log, OpenDatabase } from './types.d.ts' */

/** How long another process may take to start or to finish, in ms. */
const PATIENCE_MS = { serve: 10_000, command: 60_000 };

/**
 * Opens the database: the one of DATABASE_URL, or the embedded one. `serve` locks the data folder and is refused if
 * another server has it; `command` uses the running database, or starts one while it runs.
 *
 * @param {{ config: { databaseUrl?: string | null, dataDir: string, workers?: number, memory?: Memory }, purpose: Holder['purpose'], log: Log,
 *   settings?: Record<string, string> }} options settings: of an embedded PostgreSQL that is started for this
 * @returns {Promise<OpenDatabase>}
 */
export async function openDatabase({ config, purpose, log, settings }) {
  const dataDir = resolve(config.dataDir);
  // The data folder holds files, plugins and reports, whatever the database is.
  ensureDataFolder(dataDir);
  requireOwnContents(dataDir);
  const opened = await openAny({ config, dataDir, purpose, log, settings });
  return {
    ...opened,
    async close() {
      await opened.close();
      giveAllToOwner(dataDir);
    },
  };
}

/**
 * @param {Omit<Parameters<typeof openDatabase>[0], 'config'> & { config: { databaseUrl?: string | null, workers?: number, memory?: Memory }, dataDir: string }} options
 * @returns {Promise<OpenDatabase>}
 */
async function openAny({ config, dataDir, purpose, log, settings }) {
  if (config.databaseUrl) {
    const connection = await connectExternal(config.databaseUrl);
    return { connection, kind: 'external', owned: false, onExit: () => {}, close: async () => {} };
  }
  const running = runningDatabase(dataDir);
  for (const until = performance.now() + PATIENCE_MS[purpose]; ; await sleep(100)) {
    const attached = purpose === 'command' ? running.attach() : undefined;
    if (attached) {
      const { connection, detach } = attached;
      return { connection, kind: 'embedded', owned: false, onExit: () => {}, close: async () => detach() };
    }
    const lock = await takeDataLock(dataDir, purpose);
    if ('release' in lock)
      return startOwned({
        dataDir,
        workers: config.workers,
        memory: config.memory,
        purpose,
        log,
        settings,
        running,
        lock,
      });
    // A command is done soon; a second server would wait for ever.
    const hopeless = purpose === 'serve' && lock.holder.purpose === 'serve';
    if (hopeless || performance.now() > until) throw dataInUse(dataDir, lock.holder);
  }
}

/**
 * @param {{ dataDir: string, workers?: number, memory?: Memory, purpose: Holder['purpose'], log: Log,
 *   settings?: Record<string, string>, running: ReturnType<typeof runningDatabase>,
 *   lock: { release(): void } }} options
 * @returns {Promise<OpenDatabase>}
 */
async function startOwned({ dataDir, workers, memory, purpose, log, settings, running, lock }) {
  try {
    const embedded = await startEmbedded({ dataDir, workers, memory, log, settings });
    await hearOfSchema(embedded, log);
    running.announce(embedded.connection);
    return {
      connection: embedded.connection,
      kind: 'embedded',
      owned: true,
      onExit: embedded.onExit,
      close: async () => {
        running.withdraw();
        if (purpose === 'command') await running.unattended();
        await embedded.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The owner of our database is not a superuser, so the cluster's superuser creates the event triggers. Without them
 * everything works except cached pages, which would not notice tables changed by SQL.
 *
 * @param {Embedded} embedded @param {Log} log
 */
async function hearOfSchema({ superuser, connection }, log) {
  const client = new pg.Client({ ...superuser, database: connection.database });
  // The query reports whatever breaks the connection.
  client.on('error', () => {});
  try {
    await client.connect();
    await installSchemaEvents(client);
  } catch (error) {
    log.warn('Changes of tables by SQL are not heard', { error: String(error) });
  } finally {
    await client.end().catch(() => {});
  }
}
