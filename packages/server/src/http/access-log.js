/** @import { App, Request, Response } from '../types.d.ts' */
import { performance } from 'node:perf_hooks';
import { clientAddress } from './client-address.js';

/**
 * One line of the log for each request, written when its answer is out.
 *
 * @param {Pick<App, 'log' | 'config'>} app
 */
export function createAccessLog({ log, config }) {
  const isHeard = config.logLevel === 'info' || config.logLevel === 'debug';
  return {
    /** @param {Request} req @param {Response} res @param {string} id @param {number} started */
    follow(req, res, id, started) {
      res.once('close', () => {
        log.info('request', {
          request: id,
          method: req.method,
          path: req.path,
          status: res.statusCode,
          ms: since(started),
          user: req.ctx?.user?.id,
          address: req.ctx?.address,
          cut: res.writableFinished ? undefined : true,
        });
      });
    },
    /** Of a page from memory, which has no number of its own. @param {Request} req @param {Response} res @param {number} started */
    hit(req, res, started) {
      if (!isHeard) return;
      const query = req.url.indexOf('?');
      log.info('request', {
        method: req.method,
        path: query < 0 ? req.url : req.url.slice(0, query),
        status: res.statusCode,
        ms: since(started),
        user: req.keptFor,
        address: clientAddress(req, config.trustProxy),
        cache: 'hit',
      });
    },
  };
}

/** @param {number} started */
function since(started) {
  return Math.round((performance.now() - started) * 10) / 10;
}
