/** @import { App, Request, Response, Context } from '../types.d.ts' */
/** @import { KeptPage } from './kept-page.js' */
/** @import { Audience } from './audience.js' */
import { createReading, tableVersionsOf } from '@plinth/data';
import { sessionCookieName } from '../http/cookies.js';
import { createSessionCookies } from '../http/session-cookie-key.js';
import { audienceOf, VISITORS } from './audience.js';
import { createCoverage } from './coverage.js';
import { createKeeping } from './keeping.js';
import { sendKept } from './kept-page.js';
import { createPageStore } from './page-store.js';
import { createSharing, isHisAlone } from './sharing.js';

/** @typedef {Awaited<ReturnType<typeof import('@plinth/data').createChangeStream>>} Stream */
/** @typedef {ReturnType<typeof createPages>} Pages */

/** Longer addresses are no links that many people follow. */
const LONGEST_URL = 1000;
const PATHS = /^\/(?:(?:page|view)\/[^/?]+)?(?:\?|$)/;

/**
 * Delivered pages, kept exactly as long as nothing changed that they were made of. Answered from memory before anything
 * else looks at the request, but only with a proof, made after the request came, that every commit has been heard of:
 * so whatever anybody was told is saved is seen by the next request, on every worker and node.
 *
 * @param {{ data: App['data'], stream: Stream, secure: boolean, log: App['log'], maxBytes?: number }} options
 */
export function createPages({ data, stream, secure, log, maxBytes }) {
  const versions = tableVersionsOf(stream);
  const coverage = createCoverage({ data, stream, log });
  const store = createPageStore({ maxBytes });
  const sessionOf = createSessionCookies({ cookieName: sessionCookieName(secure), keyOf: data.people.sessionKey });
  const offReset = stream.subscribe(({ kind }) => kind === 'reset' && store.clear());
  const counts = { hits: 0, misses: 0, kept: 0, unproven: 0 };

  /** @param {Request} req */
  const isPage = (req) => req.method === 'GET' && req.url.length <= LONGEST_URL && PATHS.test(req.url);
  /** @param {Request} req */
  const isOpen = (req) => isPage(req) && stream.state() === 'live';

  const { keyOf, serve, claim } = createLookup({ store, versions, catalog: data.catalog, isOpen, counts });
  const sharing = createSharing({ store, isPage, keyOf });

  /** @typedef {Awaited<ReturnType<App['data']['people']['session']>>} Found */
  /** @param {Request} req @param {Response} res @param {Found} found whose session it is */
  function serveFound(req, res, found) {
    if (!found) return serve(req, res, VISITORS);
    const { actor, user, session } = found;
    if (session.rotate || actor.roles.includes('admin')) return false;
    req.keptFor = user.id;
    return serve(req, res, audienceOf(actor, user.locale));
  }

  /** @param {Request} req @param {Response} res @param {boolean} proven @returns {boolean | Promise<boolean>} */
  function answerProven(req, res, proven) {
    req.proven = proven;
    if (!proven) counts.unproven++;
    // Whoever asked has gone meanwhile.
    if (res.destroyed) return true;
    if (!proven || !data.isSettled()) return false;
    const { token, key } = sessionOf(req);
    if (!token) return serve(req, res, VISITORS);
    const { people } = data;
    const found = people.rememberedByKey(key);
    if (found) return serveFound(req, res, found);
    return people
      .session(token, true)
      .then((/** @type {Found} */ looked) => isOpen(req) && serveFound(req, res, looked));
  }

  return {
    /** True: answered. False: not from memory. @param {Request} req @param {Response} res @returns {false | Promise<boolean>} */
    answer(req, res) {
      if (!isOpen(req)) return false;
      return stream.prove().then((proven) => answerProven(req, res, proven));
    },

    share: sharing.share,

    /** To keep what this request is answered with, if it may be. @param {Request} req @param {Response} res @param {Context} ctx */
    begin(req, res, ctx) {
      if ((!isOpen(req) && !req.flight) || isHisAlone(ctx)) return null;
      const audience = audienceOf(ctx.actor, ctx.user?.locale ?? null);
      const key = keyOf(audience, req.url);
      if (req.making?.key !== key) claim(req, res, audience, key);
      const done = req.making?.done ?? (() => {});
      return createKeeping({
        ...{ store, versions, coverage, stream, counts, done, audience, flight: req.flight },
        ...{ url: req.url, catalog: ctx.catalog, generation: versions.generation(), reading: createReading() },
      });
    },

    counts: () => ({ ...counts, ...sharing.counts(), pages: store.pages.size, bytes: store.pages.calculatedSize }),
    /** Whether pages may be kept and answered right now. */
    state: () => (stream.state() === 'live' && coverage.of(data.catalog()) ? 'live' : 'down'),
    close() {
      offReset();
      coverage.close();
    },
  };
}

/**
 * Finds pages that stand, or waits for the one who is making them.
 *
 * @param {{ store: ReturnType<typeof createPageStore>, versions: ReturnType<typeof tableVersionsOf>,
 *   catalog: () => import('@plinth/plugin').Catalog, isOpen: (req: Request) => boolean, counts: { hits: number, misses: number } }} parts
 */
function createLookup({ store, versions, catalog, isOpen, counts }) {
  /** @param {string} key @returns {KeptPage | null} */
  function find(key) {
    const page = store.pages.get(key);
    if (!page) return null;
    if (
      page.catalog === catalog() &&
      (page.until === Infinity || page.until > performance.now()) &&
      versions.stands(page.stamp)
    )
      return page;
    store.pages.delete(key);
    return null;
  }

  /** @param {Audience} audience @param {string} url */
  function keyOf({ roles, user }, url) {
    return store.traitOf(roles + url, catalog()) === 'user' ? user + url : roles + url;
  }

  /** @param {Request} req @param {Response} res @param {Audience} audience @returns {boolean | Promise<boolean>} */
  function serve(req, res, audience) {
    const key = keyOf(audience, req.url);
    const page = find(key);
    if (page) {
      counts.hits++;
      sendKept(page, req, res);
      return true;
    }
    const making = store.makingOf(key);
    if (making) return making.then(() => serveMade(req, res, audience));
    counts.misses++;
    claim(req, res, audience, key);
    return false;
  }

  /**
   * Whoever makes a page lets the others wait for it, from the moment it was found missing.
   *
   * @param {Request} req @param {Response} res @param {Audience} audience @param {string} key
   */
  function claim(req, res, audience, key) {
    if (store.traitOf(audience.roles + req.url, catalog()) === 'never') return;
    const done = store.startMaking(key);
    req.making = { key, done };
    res.once('close', done);
  }

  /** After waiting for another who made it: once. @param {Request} req @param {Response} res @param {Audience} audience */
  function serveMade(req, res, audience) {
    const page = isOpen(req) ? find(keyOf(audience, req.url)) : null;
    if (!page || res.destroyed) {
      counts.misses++;
      return false;
    }
    counts.hits++;
    sendKept(page, req, res);
    return true;
  }

  return { keyOf, serve, claim };
}
