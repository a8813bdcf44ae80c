/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { App, Handler } from '../../types.d.ts' */
/** In ms; shorter than the first process waits for its workers. */
const PATIENCE = 1000;

/**
 * Answers /healthz and /readyz whatever else is broken.
 *
 * @param {Pick<App, 'data' | 'peers'>} runtime @returns {Handler}
 */
export function health(runtime) {
  const { live, ready } = healthChecks(runtime);
  return (req, res, next) => {
    if (req.path === '/healthz') return live(req, res);
    if (req.path === '/readyz') return ready(req, res);
    next();
  };
}

/**
 * /healthz says that the process responds; /readyz that the whole node is ready: the database is reachable and the
 * change stream is live. Its body has a line for each. A worker slot whose worker is being replaced does not make the
 * node unready, since the others serve meanwhile.
 *
 * @param {Pick<App, 'data' | 'peers'>} app
 */
function healthChecks(app) {
  return {
    /** @param {IncomingMessage} _req @param {ServerResponse} res */
    live(_req, res) {
      answer(res, 200, ['ok']);
    },
    /** @param {IncomingMessage} _req @param {ServerResponse} res */
    async ready(_req, res) {
      const [own, others] = await Promise.all([readiness(app), app.peers?.collect() ?? []]);
      const isReady = own.isReady && others.every(({ isThere, report }) => !isThere || report?.isReady);
      const places = others.map(({ label, isThere, report }) => `worker ${label}: ${stateOf(isThere, report)}`);
      answer(res, isReady ? 200 : 503, [isReady ? 'ready' : 'not ready', ...own.lines, ...places]);
    },
  };
}

/** @param {boolean} isThere @param {import('./report.js').Report | null} report */
function stateOf(isThere, report) {
  if (!isThere) return 'starting';
  if (!report) return 'does not answer';
  return report.isReady ? 'ready' : `not ready (${report.lines.join('; ')})`;
}

/**
 * The readiness of this process alone. @param {Pick<App, 'data'>} app @returns {Promise<{ isReady: boolean, lines:
 * string[] }>}
 */
export async function readiness({ data }) {
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error('timed out')).unref());
  const isThere = await Promise.race([data.ready(), late]).then(
    () => true,
    () => false,
  );
  const stream = data.stream?.state() === 'live';
  return {
    isReady: isThere && stream,
    lines: [
      `database: ${isThere ? 'answers' : 'does not answer'}`,
      `change stream: ${stream ? 'live' : 'down; nothing is answered from memory'} (${data.stream?.kind ?? 'none'})`,
    ],
  };
}

/** @param {ServerResponse} res @param {number} status @param {string[]} lines */
function answer(res, status, lines) {
  if (res.destroyed) return;
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  res.end(`${lines.join('\n')}\n`);
}
