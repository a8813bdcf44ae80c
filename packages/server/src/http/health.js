/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { App } from '../types.d.ts' */
import cluster from 'node:cluster';

const PATIENCE = 2000;

/**
 * /healthz says that the process answers; /readyz that it can serve at its best: the database is there and changes are
 * heard. Its body names each, so that one sees which is missing.
 *
 * @param {App} app
 */
export function healthChecks({ data }) {
  return {
    /** @param {IncomingMessage} _req @param {ServerResponse} res */
    live(_req, res) {
      answer(res, 200, ['ok']);
    },
    /** @param {IncomingMessage} _req @param {ServerResponse} res */
    ready(_req, res) {
      const late = new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error('timed out')).unref());
      Promise.race([data.ready(), late])
        .then(
          () => true,
          () => false,
        )
        .then((isThere) => {
          const stream = data.stream?.state() === 'live';
          answer(res, isThere && stream ? 200 : 503, [
            isThere && stream ? 'ready' : 'not ready',
            `database: ${isThere ? 'answers' : 'does not answer'}`,
            ...(cluster.worker ? [`worker: ${cluster.worker.id}`] : []),
            `change stream: ${stream ? 'live' : 'down; nothing is answered from memory'} (${data.stream?.kind ?? 'none'})`,
          ]);
        });
    },
  };
}

/** @param {ServerResponse} res @param {number} status @param {string[]} lines */
function answer(res, status, lines) {
  if (res.destroyed) return;
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  res.end(`${lines.join('\n')}\n`);
}
