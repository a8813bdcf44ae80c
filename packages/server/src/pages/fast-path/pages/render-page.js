/** @import { App, Request, Response } from '../../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @import { CachedPage, PageCache } from './page-cache.js' */
import { printPage } from '../../delivered/deliver.js';
import { answerError } from '../../../http/requests/answer-error.js';
import { inNameOf, inShare } from '../../../http/requests/in-share.js';
import { sendHtml, shellPage } from '../../../http/requests/respond.js';
import { audienceOf } from './audience.js';

/** @typedef {import('../single-flight.js').SharedRender<CachedPage>} SharedRender */
/**
 * @typedef {((end?: bigint) => Promise<boolean>) & { isAfter?: boolean } | null} Confirm checks that what the render is based
 *   on is still valid; null: known to be; isAfter: the freshness barrier begins after the statements
 */

const FROM_MEMORY = 'sql;desc="0 statements";dur=0.0, cache;desc="hit"';

/** Renders pages, each once for all waiting requests. @param {App} runtime */
export function createRender(runtime) {
  const { pages: cache } = runtime;

  /**
   * @param {Request} req @param {Response} res @param {Plan} plan @param {Confirm} confirm
   * @returns {Promise<boolean>} false: what it is based on is outdated, and nothing was sent
   */
  return async function render(req, res, plan, confirm) {
    if (!cache) return renderAlone(req, res, plan, confirm);
    const { actor, user, catalog } = req.ctx;
    const audience = audienceOf(actor, user?.locale ?? null);
    if (cache.isNever(audience, req.url)) return renderAlone(req, res, plan, confirm);
    const key = cache.keyOf(audience, req.url);
    const person = inNameOf(req, res);
    let shared = confirm ? cache.renders.lead(key, person) : null;
    if (!shared) {
      if (confirm && !(await confirm())) return false;
      confirm = null;
      const page = req.isFresh ? cache.find(key) : null;
      if (page) return sendShared(cache, req, res, page);
      const isOurs = (/** @type {CachedPage} */ made) =>
        key === audience.user + req.url ||
        made.scope === 'roles' ||
        (made.scope === 'zone' && key === audience.zone + req.url);
      const outcome = await cache.renders.join(key, {
        isFor: (made) => made.catalog === catalog && isOurs(made),
        takes: (made) => req.isFresh === true && cache.stands(made) && isOurs(made),
        person,
      });
      if (outcome.result) return sendShared(cache, req, res, outcome.result);
      // Only now is it known that the page depends on the user or their zone: requests of the same one try again.
      if (!outcome.render && cache.keyOf(audience, req.url) !== key) return render(req, res, plan, null);
      shared = outcome.render;
    }
    if (!shared) return renderAlone(req, res, plan, confirm);
    cache.tally.misses++;
    req.isMiss = true;
    return renderForAll(req, res, plan, confirm, { cache, audience, shared });
  };

  /** @param {Request} req @param {Response} res @param {Plan} plan @param {Confirm} confirm */
  async function renderAlone(req, res, plan, confirm) {
    return answering(runtime, req, res, confirm, async () => {
      const options = await printPage(runtime, req, plan, { confirm });
      if (options) res.page(options);
      return options !== null;
    });
  }

  /**
   * @param {Request} req @param {Response} res @param {Plan} plan @param {Confirm} confirm
   * @param {{ cache: PageCache, audience: import('./audience.js').Audience, shared: SharedRender }} sharing
   */
  async function renderForAll(req, res, plan, confirm, { cache, audience, shared }) {
    // If the client disconnects, the next waiting request takes over.
    res.once('close', () => shared.finish(null));
    return answering(runtime, req, res, confirm, async () => {
      const fill = cache.begin(audience, req.url, req.ctx, plan.hasFragments && Boolean(confirm?.isAfter));
      const { reading, fragments } = fill;
      const options = await printPage(runtime, req, plan, { reading, fragments, confirm });
      if (!options) return false;
      const text = shellPage(runtime, req, options);
      const head = headOf(req, res);
      const made = { head, hasAsked: options.hasAsked, isShared: shared.hasWaiting };
      const page = options.isLookedUp ? null : fill.finish(plan, text, made);
      shared.finish(page);
      // Admins are told what it took to make the page.
      if (!page || req.ctx.isAdmin) sendHtml(req, res, page?.answer.bytes ?? text, {});
      else page.answer.send(req, res, page.stamp === null);
      return true;
    }).finally(() => shared.finish(null));
  }
}

/**
 * Does the work when it is the turn of whoever asked. Reports an error to the user, once their identity is confirmed.
 *
 * @param {App} runtime @param {Request} req @param {Response} res @param {Confirm} confirm
 * @param {() => Promise<boolean>} work
 */
async function answering(runtime, req, res, confirm, work) {
  try {
    return await inShare(runtime, req, res, work);
  } catch (error) {
    if (!res.headersSent && confirm && !(await confirm())) return false;
    answerError(runtime, req, res, error);
    return true;
  }
}

/** The head of the page whenever it comes from memory. @param {Request} req @param {Response} res */
function headOf({ ctx: { user, isAdmin } }, { base: { cached } }) {
  if (isAdmin) return [...cached.personal, 'server-timing', FROM_MEMORY];
  return user ? cached.personal : cached.shared;
}

/** @param {PageCache} cache @param {Request} req @param {Response} res @param {CachedPage} page */
function sendShared(cache, req, res, page) {
  if (page.stamp && req.isFresh) cache.tally.hits++;
  if (!res.destroyed) page.answer.send(req, res);
  return true;
}
