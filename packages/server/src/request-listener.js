/** @import { App, Request, Response } from './types.d.ts' */
/** @import { Express } from 'express' */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { handlerOf } from './api/rest/answer-call.js';
import { createFastPath } from './pages/fast-path/index.js';
import { createAccessLog } from './http/requests/access-log.js';
import { parseTarget } from './http/requests/canonical-path.js';
import { comesFromElsewhere, openAgainFromHere } from './http/requests/from-elsewhere.js';
import { prepareHeaders, securityHeaderPairs } from './http/requests/security-headers.js';

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

/** Ids that are unique among processes: a random prefix and a counter. */
function createRequestIds() {
  const own = randomBytes(4).toString('hex');
  let count = randomBytes(4).readUInt32BE();
  return () => {
    count = (count + 1) >>> 0;
    return own + count.toString(16).padStart(8, '0');
  };
}

/** Counts requests in progress, and reports when the last one has ended. */
function createTracker() {
  let open = 0;
  /** @type {(() => void)[]} */
  let waiting = [];
  const enter = () => void open++;
  const leave = () => {
    if (--open > 0) return;
    waiting.forEach((done) => done());
    waiting = [];
  };
  return {
    enter,
    leave,
    /** @param {Response} res */
    begin(res) {
      enter();
      // Node emits it once for each response, so no `once`, which costs two objects and a removal.
      res.on('close', leave);
    },
    /** @returns {Promise<void>} */
    drained() {
      return open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
    },
  };
}
