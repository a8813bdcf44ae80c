/** @import { App, Config, Log } from './types.d.ts' */
import { createApp } from './app.js';
import { createRequestListener } from './request-listener.js';
import { createListener } from './http/listener.js';
import { reportOf } from './http/report.js';
import { createTraffic } from './http/traffic.js';

/**
 * A web server. It answers 503 until it is given the parts to work with, and can be given others while it runs:
 * requests under way end on those that they began with.
 *
 * @param {{ config: Config, log: Log, colleagues?: App['colleagues'] }} options
 */
export function createServer({ config, log, colleagues }) {
  const listener = createListener({ log, maxConnections: config.maxConnections });
  const traffic = createTraffic();
  /** @type {ReturnType<typeof createRequestListener> | null} */
  let current = null;
  /** @type {App | null} */
  let inUse = null;
  /** Streams of changes go on for ever unless they are told that it is over. */
  let endStreams = () => {};

  return {
    /** @param {import('./http/listener.js').Sharing} [sharing] */
    listen: (sharing) => listener.listen(config.port, config.host, sharing),
    socket: listener.socket,
    /** What this process says of itself; null before it has its parts. */
    report: async () => inUse && reportOf(inUse),
    /** @param {{ gently?: boolean }} [how] */
    close(how) {
      endStreams();
      return listener.close(how);
    },
    /**
     * @param {Omit<App, 'secure' | 'traffic' | 'pass' | 'colleagues'>} parts
     * @returns {Promise<void>} resolves when no request uses the parts of before any more
     */
    use(parts) {
      /** @type {App} */
      const app = {
        ...parts,
        ...{ traffic, colleagues },
        pass: (req, res) => current?.pass(req, res),
        secure: parts.config.baseUrl.startsWith('https:'),
      };
      inUse = app;
      const before = current;
      current = createRequestListener(app, createApp(app));
      listener.use(current.listen);
      endStreams();
      endStreams = () => app.data.feed?.endAll('closing');
      return before?.drained() ?? Promise.resolve();
    },
  };
}
