import { once } from 'node:events';
import { AppError } from '@plinth/plugin';
import { createLog } from '../log/log.js';
import { startServer } from '../start-server.js';

/*
 * One of several processes that answer requests; start-workers.js starts and stops it.
 */

// Ctrl-C in a terminal reaches every process; only the first one decides.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

/** @type {Awaited<ReturnType<typeof startServer>> | undefined} */
let server;
let stopping = false;
process.on('message', (message) => {
  if (message !== 'stop') return;
  stopping = true;
  if (server) stop();
});
// Whoever started us is gone, and the database with it.
process.on('disconnect', () => process.exit(1));

const [{ config, connection }] = await once(process, 'message');
const log = createLog({ level: config.logLevel, write: (line) => process.stderr.write(line) });
try {
  server = await startServer(config, { log, database: { connection, close: async () => {} } });
  process.send?.({ started: { url: server.url } });
  if (stopping) await stop();
} catch (error) {
  if (!(error instanceof AppError)) log.error('a worker did not start', { error });
  const { code = 'WORKER_FAILED', message, hint, status } = /** @type {AppError} */ (error);
  process.send?.({ error: { code, message, hint, status } }, () => process.exit(1));
}

async function stop() {
  await server?.close();
  process.exit(0);
}
