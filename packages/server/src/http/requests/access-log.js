/** @import { App, Handler, Request, Response } from '../../types.d.ts' */
import { performance } from 'node:perf_hooks';
import { clientAddress } from './client-address.js';

/** @param {App} runtime @returns {Handler} */
export function accessLog(runtime) {
  const { follow } = createAccessLog(runtime);
  return (req, res, next) => {
    // Requests from the fast path or an older runtime are tracked already.
    if (!req.isLogged) follow(req, res);
    next();
  };
}

/**
 * Writes one log line per request when its response is sent, and counts requests.
 *
 * @param {Pick<App, 'log' | 'config' | 'traffic'>} app
 */
export function createAccessLog({ log, config, traffic }) {
  const isHeard = config.logLevel === 'info' || config.logLevel === 'debug';
  return {
    /** @param {Request} req @param {Response} res */
    follow(req, res) {
      req.isLogged = true;
      res.on('close', () => {
        const ms = since(req.started);
        // The duration of a stream says nothing about response times.
        if (!req.isStream) traffic.note('made', res.statusCode, ms);
        if (!isHeard) return;
        log.info('request', {
          request: req.id,
          method: req.method,
          path: req.path,
          status: res.statusCode,
          ms,
          user: req.ctx?.user?.id,
          address: req.ctx?.address,
          cache: req.isMiss ? 'miss' : undefined,
          cut: res.writableFinished || req.isStream ? undefined : true,
        });
      });
    },
    /** Assets are only counted. @param {Request} req @param {Response} res */
    asset: (req, res) => traffic.note('asset', res.statusCode, since(req.started)),
    /**
     * A response from memory, without a request id.
     *
     * @param {Request} req
     * @param {Response} res
     * @param {string} [user]
     */
    hit(req, res, user) {
      const ms = since(req.started);
      traffic.note('kept', res.statusCode, ms);
      if (!isHeard) return;
      const query = req.url.indexOf('?');
      const line = {
        method: req.method,
        path: query < 0 ? req.url : req.url.slice(0, query),
        status: res.statusCode,
        ms,
        user,
        address: clientAddress(req, config.trustProxy),
      };
      if (log.hit) log.hit(line);
      else log.info('request', { ...line, cache: 'hit' });
    },
  };
}

/** @param {number} started */
function since(started) {
  return Math.round((performance.now() - started) * 10) / 10;
}
