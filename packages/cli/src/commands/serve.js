import { createLog, releaseStartMemory, writeTo } from '@plinth/server/operations';
import { configOf } from '../frame/configuration.js';

/** @import { Command, CommandContext } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'serve',
  summary: 'run the server, with its database unless DATABASE_URL names one',
  usage: '[--port PORT] [--host HOST] [--safe-mode]',
  options: {
    port: { type: 'string', value: 'PORT', summary: 'listen here instead of at PORT or 3000' },
    host: { type: 'string', value: 'HOST', summary: 'listen at this address instead of HOST or 127.0.0.1' },
    'safe-mode': { type: 'boolean', summary: 'start without any plugin that was added' },
  },
  async run(ctx, { values }) {
    const overrides = Object.fromEntries(
      Object.entries({ PORT: values.port, HOST: values.host }).filter(([, value]) => value !== undefined),
    );
    const config = { ...configOf(ctx, overrides), safeMode: Boolean(values['safe-mode']) };
    const log = createLog({ level: config.logLevel, write: writeTo(ctx.stderr) });
    // Loaded only now: the list of commands must not wait for the whole server.
    const { startServer, startWorkers } = await import('@plinth/server');
    const stopped = stopSignal(ctx);
    const hangup = createHangup(ctx);
    const server = await (config.workers > 1 ? startWorkers : startServer)(config, { log });
    hangup.started('restart' in server ? server.restart : null);
    ctx.stdout.write(`Plinth runs at ${server.url}${ctx.stdin.isTTY ? ' (Ctrl-C stops it)' : ''}\n`);
    releaseStartMemory();
    const failure = await Promise.race([stopped, server.failed]);
    await server.close();
    // A supervisor of ours may have more luck with a new process.
    if (failure) throw failure;
  },
};

/**
 * Resolves when somebody asks us to stop; whoever asks twice doesn't want to wait.
 *
 * @param {CommandContext} ctx
 * @returns {Promise<void>}
 */
function stopSignal(ctx) {
  return new Promise((resolve) => {
    let asked = false;
    const ask = () => {
      if (asked) process.exit(1);
      asked = true;
      if (ctx.stdin.isTTY) ctx.note('Stopping …');
      resolve();
    };
    process.on('SIGTERM', ask);
    process.on('SIGINT', ask);
    // The terminal was closed; without one it asks for a restart.
    if (ctx.stdin.isTTY) process.on('SIGHUP', ask);
  });
}

/**
 * SIGHUP exchanges the workers one by one. One process alone can't do that without refusing anybody. Listened to from the
 * beginning: it would end a process that does not, and workers answer before all of them have started.
 *
 * @param {CommandContext} ctx
 */
function createHangup(ctx) {
  /** @type {() => unknown} */
  let hear = () => ctx.note('SIGHUP restarts workers one by one; these are still starting.');
  if (!ctx.stdin.isTTY) process.on('SIGHUP', () => void hear());
  return {
    /** @param {(() => Promise<void>) | null} restart null: there are no workers */
    started(restart) {
      hear =
        restart ??
        (() =>
          ctx.note('SIGHUP restarts workers one by one; with WORKERS=1 there are none. SIGTERM stops the server.'));
    },
  };
}
