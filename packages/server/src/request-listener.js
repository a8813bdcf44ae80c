/** @import { App, Request, Response } from './types.d.ts' */
/** @import { Express } from 'express' */
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { handlerOf } from './api/rest/answer-call.js';
import { createFastPath } from './pages/fast-path/index.js';
import { createAccessLog } from './http/requests/access-log.js';
import { parseTarget } from './http/requests/canonical-path.js';
import { comesFromElsewhere, openAgainFromHere } from './http/requests/from-elsewhere.js';
import { createRequestIds } from './http/requests/request-ids.js';
import { prepareHeaders, securityHeaderPairs } from './http/requests/security-headers.js';
import { createTracker } from './http/requests/tracker.js';

/**
 * The request listener of one runtime: the fast path, and Express for what it declines. `drained()` resolves when all
 * its requests have ended.
 *
 * @param {App} runtime @param {Express} frame
 */
export function createRequestListener(runtime, frame) {
  const base = prepareHeaders(securityHeaderPairs({ https: runtime.secure }));
  const temp = path.join(runtime.config.dataDir, 'tmp');
  const access = createAccessLog(runtime);
  const tracker = createTracker();
  const requestId = createRequestIds();

  /**
   * Requests that are not answered from memory get an id and are tracked to their end.
   *
   * @param {Request} req
   * @param {Response} res
   */
  function begin(req, res) {
    take(req, res);
    if (req.isLogged) return;
    req.equip(parseTarget(req.url), res, temp);
    access.follow(req, res);
  }

  /** @param {Request} req @param {Response} res */
  function take(req, res) {
    if (res.runtime === runtime) return;
    req.frame = frame;
    req.id ||= requestId();
    res.equip(runtime, base);
    tracker.begin(res);
  }

  /** @param {Request} req @param {Response} res */
  function byExpress(req, res) {
    take(req, res);
    // A URL that can't be parsed can't be returned to.
    if (req.path === undefined) req.originalUrl = '/';
    frame(req, res);
  }

  const fastPath = createFastPath(runtime, { begin, hit: access.hit, asset: access.asset }, handlerOf);

  /** @param {Request} req @param {Response} res */
  function listen(req, res) {
    req.started = performance.now();
    if (comesFromElsewhere(req, runtime.secure)) return openAgainFromHere(res, base.flat);
    const answered = fastPath(req, res);
    if (answered === true) return;
    if (answered === false) return byExpress(req, res);
    tracker.enter();
    const next = (/** @type {boolean} */ done) => {
      if (!done && !res.headersSent) byExpress(req, res);
      tracker.leave();
    };
    answered.then(next, () => next(false));
  }
  return { listen, pass: byExpress, drained: tracker.drained };
}
