/** @import { Values } from '@plinth/plugin' */
import { createRelayedStream, translate } from '@plinth/data';
import { AppError } from '@plinth/plugin';
import { createLog } from '../../http/log/log.js';
import { writeTo } from '../../http/log/write-lines.js';
import { releaseStartMemory } from '../operations/release-start-memory.js';
import { startServer } from '../../start-server.js';
import { createPeers } from './collect-reports.js';

/* Runs in each worker process, started by worker.js; launch-worker.js is its counterpart in the first process. */

/** @type {Awaited<ReturnType<typeof startServer>> | undefined} */
let server;
/** @type {{ gently?: boolean } | null} */
let stopping = null;
/** @type {ReturnType<typeof createRelayedStream> | undefined} */
let stream;
/** @type {ReturnType<typeof createPeers> | undefined} */
let peers;
let log = createLog();
/** @param {object} message @param {any} [handle] @param {() => void} [sent] */
const say = (message, handle, sent = () => {}) => process.send?.(message, handle, {}, sent);

/** @type {Record<string, (content: any, socket?: any) => void>} */
const hear = {
  begin(begin, socket) {
    log = createLog({ level: begin.config.logLevel, write: writeTo(process.stderr) });
    const { welcome, connection, label } = begin;
    peers = createPeers({ label, say });
    stream = createRelayedStream({ welcome, connection, send: (question) => say({ question }), log });
    void start(begin, stream, socket);
  },
  here: () => say({ here: true }),
  report: ({ id }) => void answerFor(id),
  collected: (answer) => peers?.hear(answer),
  change: ({ word }) => stream?.hear(word),
  stop(how) {
    stopping ??= how;
    if (server) void end();
  },
};
process.on('message', (/** @type {Values} */ message, socket) => {
  for (const [what, content] of Object.entries(message)) hear[what]?.(content, socket);
});

/**
 * @param {import('./launch-worker.js').Begin} begin @param {ReturnType<typeof createRelayedStream>} relayed
 * @param {object} [socket] to continue listening on
 */
async function start({ config, admin, connection, connections, reusePort }, relayed, socket) {
  try {
    server = await startServer(config, {
      admin: (await import(admin)).admin,
      log,
      database: { connection, close: async () => {} },
      connections,
      peers,
      askRestore: (wanted) => say({ restore: wanted }),
      stream: relayed,
      sharing: { reusePort, socket },
    });
    const { url, port } = server;
    // Send a new socket to the first process, which holds it for our replacement.
    say({ started: { url, port } }, reusePort && !socket ? server.socket() : undefined);
    releaseStartMemory();
    if (stopping) await end();
  } catch (thrown) {
    const error = translate(thrown);
    if (!(error instanceof AppError)) log.error('a worker did not start', { error });
    const { message, hint, status } = /** @type {AppError} */ (error);
    const code = error instanceof AppError ? error.code : 'WORKER_FAILED';
    say({ failed: { code, message, hint, status } }, undefined, () => process.exit(1));
  }
}

/** @param {number} id of the question what this process says of itself */
async function answerFor(id) {
  const report = await server?.report().catch(() => null);
  say({ report: { id, report: report ?? null } });
}

async function end() {
  await server?.close(stopping ?? {});
  process.exit(0);
}
