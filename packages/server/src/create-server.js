/** @import { App, Config, Log } from './types.d.ts' */
import { createApp } from './app.js';
import { createRequestListener } from './request-listener.js';
import { createListener } from './http/requests/listener.js';
import { reportOf } from './http/requests/report.js';
import { createTraffic } from './http/requests/traffic.js';

/**
 * A web server. It answers 503 until it is given a runtime, which can be replaced while it runs: requests in progress
 * finish on the runtime that they started with.
 *
 * @param {{ config: Config, log: Log, peers?: App['peers'] }} options
 */
export function createServer({ config, log, peers }) {
  const listener = createListener({ log, maxConnections: config.maxConnections });
  const traffic = createTraffic();
  /** @type {ReturnType<typeof createRequestListener> | null} */
  let current = null;
  /** @type {App | null} */
  let inUse = null;
  /** Ends the change streams of the runtime in use; those that are just opening are refused. */
  let retire = () => {};

  return {
    /** @param {import('./http/requests/listener.js').Sharing} [sharing] */
    listen: (sharing) => listener.listen(config.port, config.host, sharing),
    socket: listener.socket,
    /** The report of this process; null before it has a runtime. */
    report: async () => inUse && reportOf(inUse),
    /** @param {{ gently?: boolean }} [how] */
    close(how) {
      retire();
      return listener.close(how);
    },
    /**
     * @param {Omit<App, 'secure' | 'traffic' | 'pass' | 'peers' | 'retired'>} runtime
     * @returns {Promise<void>} resolves when no request uses the previous runtime
     */
    use(runtime) {
      const retired = new AbortController();
      /** @type {App} */
      const app = {
        ...runtime,
        traffic,
        peers,
        retired: retired.signal,
        pass: (req, res) => current?.pass(req, res),
        secure: runtime.config.baseUrl.startsWith('https:'),
      };
      inUse = app;
      const before = current;
      current = createRequestListener(app, createApp(app));
      listener.use(current.listen);
      retire();
      retire = () => {
        retired.abort();
        app.data.feed?.endAll('closing');
      };
      return before?.drained() ?? Promise.resolve();
    },
  };
}
