/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { App } from '../types.d.ts' */

const PATIENCE = 2000;

/**
 * /healthz says that the process answers; /readyz that it can serve: the database is there and the Catalog loaded.
 *
 * @param {App} app
 */
export function healthChecks(app) {
  return {
    /** @param {IncomingMessage} _req @param {ServerResponse} res */
    live(_req, res) {
      answer(res, 200, 'ok');
    },
    /** @param {IncomingMessage} _req @param {ServerResponse} res */
    ready(_req, res) {
      const late = new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error('timed out')).unref());
      Promise.race([app.data.ready(), late]).then(
        () => answer(res, 200, 'ready'),
        () => answer(res, 503, 'the database does not answer'),
      );
    },
  };
}

/** @param {ServerResponse} res @param {number} status @param {string} text */
function answer(res, status, text) {
  if (res.destroyed) return;
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  res.end(text + '\n');
}
