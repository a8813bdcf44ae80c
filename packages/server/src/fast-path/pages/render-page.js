/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @import { CachedPage, PageCache } from './page-cache.js' */
import { lookUpChoices } from '../../delivered/look-up-choices.js';
import { answerError } from '../../http/answer-error.js';
import { notFound } from '../../http/canonical-path.js';
import { shellPage } from '../../http/respond.js';
import { audienceOf } from './audience.js';

/** @typedef {import('../single-flight.js').Flight<CachedPage>} Flight */
/** @typedef {(() => Promise<boolean>) | null} Confirm whether what the render rests on still stands; null: it is known to */

/**
 * Renders pages, each once for all who wait for it.
 *
 * @param {App} runtime
 */
export function createRender(runtime) {
  const { pages: cache } = runtime;

  /**
   * @param {Request} req @param {Response} res @param {Plan} plan @param {Confirm} confirm
   * @returns {Promise<boolean>} false: what it rests on does not stand any more, and nothing was sent
   */
  return async function render(req, res, plan, confirm) {
    // Pages of admins say more.
    if (!cache || req.ctx.isAdmin) return renderAlone(req, res, plan, confirm);
    const { actor, user, catalog } = req.ctx;
    const audience = audienceOf(actor, user?.locale ?? null);
    if (cache.isNever(audience, req.url)) return renderAlone(req, res, plan, confirm);
    const key = cache.keyOf(audience, req.url);
    let flight = confirm ? cache.flights.lead(key) : null;
    if (!flight) {
      if (confirm && !(await confirm())) return false;
      confirm = null;
      const page = req.isFresh ? cache.find(key) : null;
      if (page) return sendShared(cache, req, res, page);
      const isOwnKey = key === audience.user + req.url;
      const landed = await cache.flights.join(key, {
        isFor: (made) => made.catalog === catalog && (isOwnKey || !made.isOwn),
        takes: (made) => req.isFresh === true && cache.stands(made) && (isOwnKey || !made.isOwn),
      });
      if (landed.result) return sendShared(cache, req, res, landed.result);
      // Only now it is known that the page differs by person: those who are the same one try again.
      if (!landed.flight && cache.keyOf(audience, req.url) !== key) return render(req, res, plan, null);
      ({ flight } = landed);
    }
    if (!flight) return renderAlone(req, res, plan, confirm);
    cache.tally.misses++;
    req.isMiss = true;
    return renderForAll(req, res, plan, confirm, { cache, audience, flight });
  };

  /** @param {Request} req @param {Response} res @param {Plan} plan @param {Confirm} confirm */
  async function renderAlone(req, res, plan, confirm) {
    return answering(runtime, req, res, confirm, async () => {
      const options = await print(runtime, req, plan, confirm, undefined);
      if (options) res.page(options);
      return options !== null;
    });
  }

  /**
   * @param {Request} req @param {Response} res @param {Plan} plan @param {Confirm} confirm
   * @param {{ cache: PageCache, audience: import('./audience.js').Audience, flight: Flight }} sharing
   */
  async function renderForAll(req, res, plan, confirm, { cache, audience, flight }) {
    // Others wait: whoever goes away leaves it to the next of them.
    res.once('close', () => flight.land(null));
    return answering(runtime, req, res, confirm, async () => {
      const fill = cache.begin(audience, req.url, req.ctx.catalog);
      const options = await print(runtime, req, plan, confirm, fill.reading);
      if (!options) return false;
      const { shared, personal } = res.base.cached;
      const text = shellPage(runtime, req, options);
      const head = req.ctx.user ? personal : shared;
      const made = { head, hasAsked: options.hasAsked, isShared: flight.hasPassengers };
      const page = options.isLookedUp ? null : fill.finish(plan, text, made);
      flight.land(page);
      if (!page) res.html(text);
      else page.answer.send(req, res, page.stamp === null);
      return true;
    }).finally(() => flight.land(null));
  }
}

/**
 * What goes wrong is told to who asked, once it is sure who that is.
 *
 * @param {App} runtime @param {Request} req @param {Response} res @param {Confirm} confirm
 * @param {() => Promise<boolean>} work
 */
async function answering(runtime, req, res, confirm, work) {
  try {
    return await work();
  } catch (error) {
    if (!res.headersSent && confirm && !(await confirm())) return false;
    answerError(runtime, req, res, error);
    return true;
  }
}

/**
 * The page's parts, or null where what they rest on does not stand.
 *
 * @param {App} runtime @param {Request} req @param {Plan} plan @param {Confirm} confirm
 * @param {ReturnType<typeof import('@plinth/data').createReading> | undefined} reading
 */
async function print(runtime, req, plan, confirm, reading) {
  const { actor } = req.ctx;
  const looked = await lookUpChoices(runtime, req, plan, req.query);
  const env = looked ? { ...req.ctx.env, found: looked } : req.ctx.env;
  const started = plan.start({ actor, query: req.query, env, form: undefined });
  const results = await req.ctx.select(started.queries, reading);
  if (confirm && !(await confirm())) return null;
  const { html, missing } = started.finish(results);
  // The same words as for an address that never was.
  if (missing) throw notFound();
  const scripts = plan.scripts.map((path) => runtime.assets.url(path));
  const { title, description } = plan;
  const about = { hasAsked: started.queries.length > 0, isLookedUp: looked !== null };
  return { title, description, body: html, scripts, ...about };
}

/** @param {PageCache} cache @param {Request} req @param {Response} res @param {CachedPage} page */
function sendShared(cache, req, res, page) {
  if (page.stamp && req.isFresh) cache.tally.hits++;
  if (!res.destroyed) page.answer.send(req, res);
  return true;
}
