/** @import { App, Request, Response } from '../../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { Found } from '../../../http/identity/identify.js' */
/** @import { CachedPage } from './page-cache.js' */
import { homePage } from '@plinth/views';
import { findPlan } from '../../delivered/deliver.js';
import { pageOpened } from '../../delivered/page-opened.js';
import { contextOf, createContext } from '../../../http/requests/context.js';
import { admits } from '../../../http/requests/require-role.js';
import { VISITOR } from '../../../http/identity/visitor.js';
import { wantsOtherEyes } from '../../../http/identity/viewing-as.js';
import { audienceOf, VISITORS } from './audience.js';
import { regroup } from './regroup.js';
import { createRender } from './render-page.js';

/** Longer URLs are not worth caching. */
const LONGEST_URL = 1000;

/** @typedef {'page' | 'view' | 'home'} Kind */

/**
 * GET of a page, a view, or the home page. The page comes from the cache, from one render shared by all waiting
 * requests, or from a render of its own; without the cache, always from the latter.
 *
 * @param {App} runtime @param {{ begin(req: Request, res: Response): void, hit(req: Request, res: Response, user?: string): void }} log
 *   begin: for a rendered page; hit: for one from the cache
 */
export function createPages(runtime, { begin, hit }) {
  const { data, identify, pages: cache } = runtime;
  const { stream } = data;
  const render = createRender(runtime);

  /** @param {Request} req @param {Response} res @param {Kind} kind @param {Record<string, string>} params */
  function answer(req, res, kind, params) {
    if (req.url.length > LONGEST_URL || wantsOtherEyes(req)) return false;
    const found = stream?.state() === 'live' && data.isSettled() ? identify.remembered(req) : undefined;
    if (found === undefined) return renderLookedUp(req, res, kind, params);
    if (found?.session?.rotate) return false;
    if (found) regroup(req, { catalog: data.catalog(), actor: found.actor, user: found.user }, kind, params.name);
    const page = cache ? cache.find(cache.keyOf(audienceOfFound(found), req.url)) : null;
    if (page === null) return renderAhead(req, res, kind, params, found);
    return /** @type {NonNullable<typeof stream>} */ (stream).caughtUp().then((/** @type {boolean} */ isFresh) => {
      req.isFresh = isFresh;
      const isSent = sendCached(req, res, page, found);
      return isSent ? opened(runtime, req, res, { kind, params, by: found }) : renderLookedUp(req, res, kind, params);
    });
  }

  /**
   * After the freshness barrier, which may have brought changes.
   *
   * @param {Request} req
   * @param {Response} res
   * @param {CachedPage} page
   * @param {Found | null} found
   */
  function sendCached(req, res, page, found) {
    if (!cache) return false;
    if (!req.isFresh) cache.tally.notFresh++;
    // The client has disconnected meanwhile.
    if (res.destroyed) return true;
    if (!req.isFresh || !data.isSettled() || !cache.stands(page) || identify.remembered(req) !== found) return false;
    cache.tally.hits++;
    page.answer.send(req, res);
    hit(req, res, found?.user.id);
    return true;
  }

  /**
   * The page's statements share a round trip with the freshness barrier: Catalog and session come from memory, and
   * nothing is sent until the barrier is passed and both are still valid. A page that may be kept asks for the end of the log
   * with its statements; the barrier of any other begins at once.
   *
   * @param {Request} req
   * @param {Response} res
   * @param {Kind} kind
   * @param {Record<string, string>} params
   * @param {Found | null} found
   */
  async function renderAhead(req, res, kind, params, found) {
    begin(req, res);
    const context = contextOf(runtime, req, res, found);
    const asksEnd = stream?.kind === 'logical' && cache && !cache.isNever(audienceOfFound(found), req.url);
    const barrier = asksEnd ? null : (stream?.caughtUp() ?? false);
    const confirm = async (/** @type {bigint | undefined} */ end = undefined) => {
      req.isFresh = await (barrier ?? /** @type {NonNullable<typeof stream>} */ (stream).caughtUp(end));
      if (cache && !req.isFresh) cache.tally.notFresh++;
      const isSame = identify.remembered(req) === found && data.catalog() === context.catalog;
      return req.isFresh && isSame && data.isSettled();
    };
    confirm.isAfter = barrier === null;
    Object.assign(req, { ctx: context, params });
    if (runtime.reload?.(context.catalog)) return declined(req, confirm);
    const plan = await planOf(runtime, req, kind);
    if (!plan || !admits(context.actor, plan.roles)) return declined(req, confirm);
    if (!(await render(req, res, plan, confirm))) return renderLookedUp(req, res, kind, params);
    return opened(runtime, req, res, { kind, params, by: found });
  }

  /**
   * The user or the Catalog is not in memory, or was outdated, so that is loaded first.
   *
   * @param {Request} req @param {Response} res @param {Kind} kind @param {Record<string, string>} params
   */
  async function renderLookedUp(req, res, kind, params) {
    begin(req, res);
    const context = await createContext(runtime, req, res);
    req.ctx = context;
    req.params = params;
    if (runtime.reload?.(context.catalog) || context.session?.rotate) return false;
    regroup(req, context, kind, params.name);
    const plan = await planOf(runtime, req, kind);
    if (!plan || !admits(context.actor, plan.roles)) return false;
    return (await render(req, res, plan, null)) && opened(runtime, req, res, { kind, params, by: context });
  }

  return answer;
}

/**
 * Tells triggers of an opened page, also if it came from the cache.
 *
 * @param {App} runtime @param {Request} req @param {Response} res
 * @param {{ kind: Kind, params: Record<string, string>, by: { actor: Actor, user: { id: string } | null } | null }} what
 * @returns {true} since it was answered
 */
function opened(runtime, req, res, { kind, params, by }) {
  const { catalog, automation } = runtime.data;
  if (kind === 'view' || !automation.openings.any()) return true;
  const page = kind === 'home' ? homePage(catalog(), by?.actor ?? VISITOR) : params.name;
  if (page) pageOpened(runtime, req, res, page, by?.user?.id ?? null);
  return true;
}

/** @param {App} runtime @param {Request} req @param {Kind} kind @returns {Promise<Plan | null>} */
async function planOf(runtime, req, kind) {
  if (kind !== 'home') return findPlan(runtime, req, kind);
  const { catalog, actor, locale, timeZone } = req.ctx;
  const page = homePage(catalog, actor);
  if (!page || (await runtime.data.people.needsFirstAdmin())) return null;
  return runtime.views.plans(catalog).page(page, locale, timeZone);
}

/**
 * Express creates its own context from confirmed facts.
 *
 * @param {Request} req
 * @param {() => Promise<boolean>} confirm
 */
async function declined(req, confirm) {
  await confirm();
  req.ctx = /** @type {any} */ (undefined);
  return false;
}

/** @param {Found | null} found */
const audienceOfFound = (found) => (found ? audienceOf(found.actor, found.user.locale) : VISITORS);
