/** @import { App, Handler, Request, Response, Routes } from '../types.d.ts' */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { sendSessionCookie } from '../auth/session-cookie.js';
import { createAccessLog } from './access-log.js';
import { answerError } from './answer-error.js';
import { notFound, parseTarget } from './canonical-path.js';
import { contextOf, createContext } from './context.js';
import { findCookie, sessionCookieName } from './cookies.js';
import { createDelivery } from './delivery.js';
import { comesFromElsewhere, openAgainFromHere } from './from-elsewhere.js';
import { limitVisitor } from './visitor-limit.js';
import { healthChecks } from './health.js';
import { requireSameOrigin } from './same-origin.js';
import { prepareHeaders, securityHeaders } from './security-headers.js';
import { wantsOtherEyes } from './viewing-as.js';

/**
 * The request listener of one set of parts. `drained()` resolves when all requests that it began have ended.
 *
 * @param {App} app @param {Routes} routes
 * @param {(req: Request) => Handler | null} [hot] routes that are found without the router
 * @param {(req: Request, res: Response, start: { id: string, started: number }) => Promise<boolean>} [ahead] answers
 *   what needs no proof before its own statements
 */
export function createHandler(app, routes, hot = () => null, ahead = async () => false) {
  const base = prepareHeaders(securityHeaders({ https: app.secure }));
  const origin = new URL(app.config.baseUrl).origin;
  const temp = path.join(app.config.dataDir, 'tmp');
  const health = healthChecks(app);
  const delivery = createDelivery({ '/healthz': health.live, '/readyz': health.ready });
  const access = createAccessLog(app);
  const tracker = createTracker();
  const requestId = createRequestIds();

  /** @param {Request} req @param {Response} res */
  async function handle(req, res) {
    const id = requestId();
    const started = performance.now();
    req.originalUrl = '/';
    tracker.begin(res);
    try {
      res.equip(app, base);
      const target = parseTarget(req.url);
      if (delivery(req, res, target.path)) return;
      req.equip(target, res, temp);
      if (!req.ctx) access.follow(req, res, id, started);
      if (target.canonical && !wantsOtherEyes(req) && (await ahead(req, res, { id, started }))) return;
      req.ctx = await createContext(app, req, res, { id, started });
      const renewal = app.renewal?.(req.ctx.catalog);
      if (renewal) {
        await renewal;
        return app.pass(req, res);
      }
      if (await shareOrKeep(app.pages, req, res, target.canonical)) return;
      if (!target.canonical) {
        // Programs are told at once: a path has one spelling.
        if (isApi(req) || (req.method !== 'GET' && req.method !== 'HEAD')) throw notFound();
        return res.redirect(req.url, { status: 301 });
      }
      // A token is nothing that a browser sends of itself.
      if (req.ctx.tokenId === null) requireSameOrigin(req, { origin });
      await limitVisitor(app, req);
      if (req.ctx.session?.rotate) await renewSession(app, req, res);
      const next = (/** @type {unknown} */ error) => answerError(app, req, res, error ?? notFound());
      const handler = hot(req);
      if (handler) await handler(req, res, next);
      else routes(req, res, next);
    } catch (error) {
      // Also an error page needs a language and a shell.
      req.ctx ??= contextOf(app, req, res, { id, started });
      answerError(app, req, res, error);
    }
  }

  /** What is in memory is answered before anything else looks at the request. @param {Request} req @param {Response} res */
  function listen(req, res) {
    const started = performance.now();
    if (req.url.startsWith('/assets/') && app.assets.answer(req, res, base.flat)) return access.asset(res, started);
    if (comesFromElsewhere(req, app.secure)) return openAgainFromHere(res, base.flat);
    const answered = app.pages?.answer(req, res) || (!wantsOtherEyes(req) && app.files?.answer(req, res)) || false;
    if (answered === false) return void handle(req, res);
    tracker.enter();
    const next = (/** @type {boolean} */ done) => {
      if (done) access.hit(req, res, started);
      else void handle(req, res);
      tracker.leave();
    };
    answered.then(next, () => next(false));
  }
  return { handle: listen, drained: tracker.drained };
}

/**
 * Whether it was answered with what was made for others who asked at the same time; if not, its own answer may be kept.
 *
 * @param {App['pages']} pages @param {Request} req @param {Response} res @param {boolean} isCanonical
 */
async function shareOrKeep(pages, req, res, isCanonical) {
  if (!pages || !mayBeKept(req)) return false;
  if (isCanonical && (await pages.share(req, res, req.ctx))) return true;
  req.keeping = pages.begin(req, res, req.ctx);
  return false;
}

/** What somebody sees with the eyes of another is made for him alone. @param {Request} req */
const mayBeKept = (req) => (req.method === 'GET' || req.method === 'HEAD') && !isApi(req) && !req.ctx.viewingAs;

/** @param {Request} req */
const isApi = (req) => req.path.startsWith('/api/');

/** After a change of roles the browser gets a new session id; the old one ends a few seconds later. @param {App} app @param {Request} req @param {Response} res */
async function renewSession(app, req, res) {
  const token = await app.data.people.rotateWhenDue(findCookie(req.headers.cookie, sessionCookieName(app.secure)));
  if (!token) return;
  req.renewedToken = token;
  await sendSessionCookie(req, res, token, req.ctx.user);
}

/** Numbers that no other process gives: its own random half, then counted. */
function createRequestIds() {
  const own = randomBytes(4).toString('hex');
  let count = randomBytes(4).readUInt32BE();
  return () => {
    count = (count + 1) >>> 0;
    return own + count.toString(16).padStart(8, '0');
  };
}

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
      res.once('close', leave);
    },
    /** @returns {Promise<void>} */
    drained() {
      return open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
    },
  };
}
