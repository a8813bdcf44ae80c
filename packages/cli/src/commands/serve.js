import { configOf } from '../frame/configuration.js';

/** @import { Command, CommandContext } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'serve',
  summary: 'run the server, with its database unless DATABASE_URL names one',
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
    // Loaded only now: the list of commands must not wait for the whole server.
    const { startServer } = await import('@plinth/server');
    const server = await startServer(config);
    ctx.stdout.write(`Plinth runs at ${server.url}${ctx.stdin.isTTY ? ' (Ctrl-C stops it)' : ''}\n`);
    await stopSignal(ctx);
    await server.close();
  },
};

/** Resolves when somebody asks us to stop; whoever asks twice doesn't want to wait. @param {CommandContext} ctx */
function stopSignal(ctx) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      let asked = false;
      const ask = () => {
        if (asked) process.exit(1);
        asked = true;
        if (ctx.stdin.isTTY) ctx.note('Stopping …');
        resolve();
      };
      process.on('SIGTERM', ask);
      process.on('SIGINT', ask);
    })
  );
}
