/** @import { App, Config, Log } from './types.d.ts' */
import { createApi } from './api/index.js';
import { createAheadOfProof } from './delivered/ahead-of-proof.js';
import { createHotRoutes } from './delivered/hot-routes.js';
import { createHandler } from './http/handler.js';
import { createListener } from './http/listener.js';
import { reportOf } from './http/report.js';
import { createTraffic } from './http/traffic.js';
import { createRoutes } from './routes.js';

/**
 * A web server. It answers 503 until it is given the parts to work with, and can be given others while it runs:
 * requests under way end on those that they began with.
 *
 * @param {{ config: Config, log: Log, colleagues?: App['colleagues'] }} options
 */
export function createServer({ config, log, colleagues }) {
  const listener = createListener({ log, maxConnections: config.maxConnections });
  const traffic = createTraffic();
  /** @type {ReturnType<typeof createHandler> | null} */
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
        pass: (req, res) => current?.handle(req, res),
        secure: parts.config.baseUrl.startsWith('https:'),
      };
      inUse = app;
      const before = current;
      const hot = either(createApi(app), createHotRoutes(app));
      current = createHandler(app, createRoutes(app), hot, createAheadOfProof(app));
      listener.use(current.handle);
      endStreams();
      endStreams = () => app.data.feed?.endAll('closing');
      return before?.drained() ?? Promise.resolve();
    },
  };
}

/**
 * @template R
 * @param {(req: import('./types.d.ts').Request) => R | null} first @param {(req: import('./types.d.ts').Request) => R | null} second
 */
function either(first, second) {
  return (/** @type {import('./types.d.ts').Request} */ req) => first(req) ?? second(req);
}
