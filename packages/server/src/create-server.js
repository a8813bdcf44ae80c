/** @import { App, Config, Log } from './types.d.ts' */
import { createHotRoutes } from './delivered/hot-routes.js';
import { createHandler } from './http/handler.js';
import { createListener } from './http/listener.js';
import { createTraffic } from './http/traffic.js';
import { createRoutes } from './routes.js';

/**
 * A web server. It answers 503 until it is given the parts to work with, and can be given others while it runs:
 * requests under way end on those that they began with.
 *
 * @param {{ config: Config, log: Log }} options
 */
export function createServer({ config, log }) {
  const listener = createListener({ log, maxConnections: config.maxConnections });
  const traffic = createTraffic();
  /** @type {ReturnType<typeof createHandler> | null} */
  let current = null;

  return {
    /** @param {import('./http/listener.js').Sharing} [sharing] */
    listen: (sharing) => listener.listen(config.port, config.host, sharing),
    socket: listener.socket,
    close: listener.close,
    /**
     * @param {Omit<App, 'secure' | 'traffic' | 'pass'>} parts
     * @returns {Promise<void>} resolves when no request uses the parts of before any more
     */
    use(parts) {
      /** @type {App} */
      const app = {
        ...parts,
        traffic,
        pass: (req, res) => current?.handle(req, res),
        secure: parts.config.baseUrl.startsWith('https:'),
      };
      const before = current;
      current = createHandler(app, createRoutes(app), createHotRoutes(app));
      listener.use(current.handle);
      return before?.drained() ?? Promise.resolve();
    },
  };
}
