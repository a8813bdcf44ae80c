import { hasTerminal } from './has-terminal.js';
import { watchParent } from './watch-parent.js';

/** @import { CommandContext } from '../types.d.ts' */

/**
 * A second stop request within this time, in ms, is the first one again: systemd and a terminal signal both npm and us,
 * and npm signals us again.
 */
const SAME_REQUEST = 2_000;

/**
 * Handles signals for a server. It has to listen from the start: SIGHUP would end the process otherwise, and workers
 * respond before all of them have started.
 *
 * @param {Pick<CommandContext, 'parent' | 'note' | 'stdin'>} ctx
 * @param {{ isTerminal?: boolean }} [options]
 * @returns {{ stopped: Promise<void>, signal: AbortSignal, started(restart: (() => Promise<void>) | null): void }}
 *   stopped, signal: when a stop was requested or our parent is gone (watch-parent.js); a second request means: don't
 *   wait.
 *   started: SIGHUP without a terminal calls `restart`, which replaces the workers; null: there are none
 */
export function hearSignals(ctx, { isTerminal = hasTerminal() } = {}) {
  /** @type {PromiseWithResolvers<void>} */
  const { promise: stopped, resolve: stop } = Promise.withResolvers();
  const controller = new AbortController();
  let askedAt = 0;
  const ask = () => {
    const now = performance.now();
    if (askedAt > 0 && now - askedAt > SAME_REQUEST) process.exit(1);
    if (askedAt > 0) return;
    askedAt = now;
    if (ctx.stdin.isTTY) ctx.note('Stopping …');
    stop();
    controller.abort();
  };
  /** @type {() => unknown} */
  let restartAll = () => ctx.note('SIGHUP restarts the workers one by one, but they are still starting.');
  process.on('SIGTERM', ask);
  process.on('SIGINT', ask);
  // The terminal was closed; without one, SIGHUP asks for a restart.
  process.on('SIGHUP', () => (isTerminal ? ask() : void restartAll()));
  if (ctx.parent) watchParent({ parent: ctx.parent, onGone: () => askedAt > 0 || ask() });
  return {
    stopped,
    signal: controller.signal,
    started(restart) {
      restartAll =
        restart ??
        (() =>
          ctx.note(
            'SIGHUP restarts the workers one by one, but with WORKERS=1 there are none. Use SIGTERM to stop the server.',
          ));
    },
  };
}
