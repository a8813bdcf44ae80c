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

/** @import { Command } from '../types.d.ts' */

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
    const start =
      config.workers > 1 ? startWorkers(config, { admin, log, signal }) : startServer(config, { admin, log });
    const server = await start.catch((error) => {
      if (error !== signal.reason) throw error;
    });
    // A stop was requested before all workers had started.
    if (!server) return;
    const stopped = noteSite({ config, url: server.url, env: ctx.env, log });
    signals.started('restart' in server ? server.restart : null);
    ctx.stdout.write(`Plinth runs at ${server.url}${ctx.stdin.isTTY ? ' (Ctrl-C stops it)' : ''}\n`);
    for (const address of addressesToPrint(config, server.url)) ctx.stdout.write(`On your network: ${address}\n`);
    releaseStartMemory();
    const failure = await Promise.race([signals.stopped, server.failed]);
    await server.close();
    stopped();
    // If a process supervisor restarts us, the new process may have more luck.
    if (failure) throw failure;
  },
};

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
