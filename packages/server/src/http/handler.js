/** @import { App, Request, Response } from '../types.d.ts' */
/** @import { Express } from 'express' */
import { performance } from 'node:perf_hooks';
import { createAccessLog } from './access-log.js';
import { comesFromElsewhere, openAgainFromHere } from './from-elsewhere.js';
import { createRequestIds } from './request-ids.js';
import { prepareHeaders, securityHeaderPairs } from './security-headers.js';
import { createTracker } from './tracker.js';
import { wantsOtherEyes } from './viewing-as.js';

/**
 * The request listener of one runtime: what is in memory is answered ahead of Express. `drained()` resolves when all
 * requests that it began have ended.
 *
 * @param {App} app @param {Express} frame
 */
export function createHandler(app, frame) {
  const base = prepareHeaders(securityHeaderPairs({ https: app.secure }));
  const access = createAccessLog(app);
  const tracker = createTracker();
  const requestId = createRequestIds();

  /** By Express. @param {Request} req @param {Response} res */
  function handle(req, res) {
    req.frame = frame;
    req.id ||= requestId();
    req.started ||= performance.now();
    req.originalUrl = '/';
    tracker.begin(res);
    res.equip(app, base);
    frame(req, res);
  }

  /** @param {Request} req @param {Response} res */
  function listen(req, res) {
    const started = performance.now();
    if (req.url.startsWith('/assets/') && app.assets.answer(req, res, base.flat)) return access.asset(res, started);
    if (comesFromElsewhere(req, app.secure)) return openAgainFromHere(res, base.flat);
    const answered = app.pages?.answer(req, res) || (!wantsOtherEyes(req) && app.files?.answer(req, res)) || false;
    if (answered === false) return handle(req, res);
    tracker.enter();
    const next = (/** @type {boolean} */ done) => {
      if (done) access.hit(req, res, started);
      else handle(req, res);
      tracker.leave();
    };
    answered.then(next, () => next(false));
  }
  return { handle: listen, pass: handle, drained: tracker.drained };
}
