import {
  createLog,
  isLoopback,
  networkAddresses,
  noteSite,
  releaseStartMemory,
  writeTo,
} from '@plinth/server/operations';
import { configOf } from '../frame/configuration.js';
import { hearSignals } from '../runtime/stop-signal.js';

/** @import { Command, CommandContext } from '../types.d.ts' */
/** @typedef {import('@plinth/server/backups').Wanted} Wanted */
/** @typedef {import('@plinth/server/backups').AskRestore} AskRestore */
/**
 * @typedef {Awaited<ReturnType<typeof import('@plinth/server').startServer>> |
 *   Awaited<ReturnType<typeof import('@plinth/server').startWorkers>>} Server
 */

/** @type {Command} */
export const command = {
  name: 'serve',
  summary: 'run the server, with the built-in database unless DATABASE_URL is set',
  usage: '[--port PORT] [--host HOST] [--safe-mode]',
  options: {
    port: { type: 'string', value: 'PORT', summary: 'port to listen on (default: PORT or 3000)' },
    host: { type: 'string', value: 'HOST', summary: 'address to listen on (default: HOST or 127.0.0.1)' },
    'safe-mode': { type: 'boolean', summary: 'start without the plugins you added' },
  },
  async run(ctx, { values }) {
    const overrides = Object.fromEntries(
      Object.entries({ PORT: values.port, HOST: values.host }).filter(([, value]) => value !== undefined),
    );
    const config = { ...configOf(ctx, overrides), safeMode: Boolean(values['safe-mode']) };
    const log = createLog({ level: config.logLevel, write: writeTo(ctx.stderr) });
    tellMemory(config.memory, log);
    const signals = hearSignals(ctx);
    // Loaded lazily, so that the list of commands does not have to load the whole server.
    const [{ startServer, startWorkers }, { admin }] = await Promise.all([
      import('@plinth/server'),
      import('@plinth/admin'),
    ]);
    const { signal } = signals;
    const open = (/** @type {AskRestore} */ askRestore) =>
      config.workers > 1
        ? startWorkers(config, { admin, log, signal, askRestore })
        : startServer(config, { admin, log, askRestore });
    await serveUntilStopped(ctx, { config, log, signals, open });
  },
};

/**
 * Serves until a stop is requested or the server has failed. An admin who wants a backup restored ends a server, too: the
 * next one starts with what was restored.
 *
 * @param {CommandContext} ctx
 * @param {{ config: ReturnType<typeof configOf>, log: ReturnType<typeof createLog>, signals: ReturnType<typeof hearSignals>,
 *   open(askRestore: AskRestore): Promise<Server> }} options
 */
async function serveUntilStopped(ctx, { config, log, signals, open }) {
  await (await restoring()).settleRestore({ config, log });
  for (;;) {
    /** @type {PromiseWithResolvers<Wanted>} */
    const { promise: asked, resolve: ask } = Promise.withResolvers();
    const server = await open(ask).catch((error) => {
      if (error !== signals.signal.reason) throw error;
    });
    // A stop was requested before all workers had started.
    if (!server) return;
    const stopped = noteSite({ config, url: server.url, env: ctx.env, log });
    signals.started('restart' in server ? server.restart : null);
    ctx.stdout.write(`Plinth runs at ${server.url}${ctx.stdin.isTTY ? ' (Ctrl-C stops it)' : ''}\n`);
    for (const address of addressesToPrint(config, server.url)) ctx.stdout.write(`On your network: ${address}\n`);
    releaseStartMemory();
    const end = await Promise.race([signals.stopped, server.failed, asked.then((wanted) => ({ wanted }))]);
    await server.close();
    stopped();
    // If a process supervisor restarts us, the new process may have more luck.
    if (end instanceof Error) throw end;
    if (!end) return;
    await restore({ config, log, wanted: end.wanted });
  }
}

const restoring = () => import('@plinth/server/backups');

/** @param {{ config: ReturnType<typeof configOf>, log: ReturnType<typeof createLog>, wanted: Wanted }} options */
async function restore({ config, log, wanted }) {
  const { holdPort, restoreHere } = await restoring();
  const release = await holdPort(config);
  await restoreHere({ config, log, wanted });
  await release();
}

/** @param {ReturnType<typeof configOf>['memory']} memory @param {ReturnType<typeof createLog>} log */
function tellMemory(memory, log) {
  if (!memory?.wantedMb) return;
  const { mb, wantedMb, worker } = memory;
  if (wantedMb > mb) log.warn('PLINTH_MEMORY is more than there is here', { wantedMb, mb });
  else
    log.info('memory is divided', { mb, eachWorker: worker.mb, cachedPages: Math.round(worker.pageBytes / 2 ** 20) });
}

/** If BASE_URL names the address to use, no others are listed. @param {{ host: string }} config @param {string} url */
function addressesToPrint({ host }, url) {
  return isLoopback(url) ? networkAddresses({ host, port: Number(new URL(url).port) || 80 }) : [];
}
