/** @import { App, Context, Handler, Request, Response } from '../../types.d.ts' */
/** @import { Actor, Query, RenderEnv } from '@plinth/plugin' */
import { isAdmin } from '@plinth/plugin';
import { watchedActor } from '@plinth/data';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { clientAddress } from './client-address.js';
import { inShare } from './in-share.js';
import { withOtherEyes } from '../identity/viewing-as.js';
import { VISITOR } from '../identity/visitor.js';

/** @param {App} runtime @returns {Handler} */
export function requestContext(runtime) {
  return (req, res, next) => {
    // The fast path has created it already if it declined the request late.
    if (req.ctx) return inShare(runtime, req, res, next);
    return createContext(runtime, req, res).then((context) => {
      req.ctx = context;
      return inShare(runtime, req, res, next);
    });
  };
}

/**
 * What a request works with from start to end: one Catalog, one actor, one language. If the freshness barrier was
 * passed, Catalog and session come from memory; otherwise from the database.
 *
 * @param {App} app @param {Request} req @param {Response} res @returns {Promise<Context>}
 */
export async function createContext(app, req, res) {
  const { data, identify } = app;
  const isFresh = (req.isFresh ??= (await data.stream?.caughtUp()) ?? false);
  if (!isFresh || !data.isSettled()) await data.current(isFresh);
  // Node has continued reading since the head arrived: most bodies are complete by now.
  req.cameWhole = req.complete;
  const found = await identify.find(req, isFresh);
  const seen = found && found.tokenId === undefined ? await withOtherEyes(app, req, found) : found;
  return contextOf(app, req, res, seen);
}

/**
 * @param {App} app @param {Request} req @param {Response} res
 * @param {unknown} [found] the user of the session or token; without it, a visitor
 * @returns {Context}
 */
export function contextOf(app, req, res, found = null) {
  return new RequestContext(app, req, res, found);
}

/** Its getters are on the prototype: see PlinthResponse. */
class RequestContext {
  #req;
  /** @type {RenderEnv | undefined} */
  #env;
  /** @type {Actor | undefined} */
  #changing;

  /** @param {App} app @param {Request} req @param {Response} res @param {any} found */
  constructor(app, req, res, found) {
    const catalog = app.data.catalog();
    const locale = chooseLocale(app, found?.user.locale ?? catalog.settings.locale);
    const actor = /** @type {Actor} */ (found?.actor ?? VISITOR);
    this.#req = req;
    this.id = req.id;
    this.app = app;
    this.started = req.started;
    this.response = res;
    this.catalog = catalog;
    this.actor = actor;
    this.user = found?.user ?? null;
    this.session = found?.session ?? null;
    this.tokenId = found?.tokenId ?? null;
    this.viewingAs = found?.viewingAs ?? null;
    this.locale = locale;
    this.timeZone = actor.timeZone ?? catalog.settings.timeZone;
    this.formats = app.views.formats(locale, this.timeZone);
    this.secure = app.secure;
    this.isAdmin = isAdmin(actor);
    this.statements = { count: 0, ms: 0 };
  }

  /** @type {Context['t']} */
  get t() {
    return this.app.views.t(this.locale);
  }

  get env() {
    return (this.#env ??= this.envFor());
  }

  /**
   * What to render in.
   *
   * @param {ReturnType<typeof import('@plinth/data').createReading>} [reading] is told if the day or the user was asked for
   * @param {string} [here] the address
   * @returns {RenderEnv}
   */
  envFor(reading, here = this.#req.originalUrl) {
    const { app, actor, locale, catalog, timeZone } = this;
    const today = () => app.data.today(catalog, reading, timeZone);
    return app.views.env({
      actor: reading ? watchedActor(actor, reading) : actor,
      locale,
      timeZone,
      here,
      today,
    });
  }

  get address() {
    return clientAddress(this.#req, this.app.config.trustProxy);
  }

  /** Copied only when needed, since actors are shared between requests. */
  get author() {
    return { ...this.actor, address: this.address };
  }

  /** @type {Context['changing']} */
  changing(id) {
    if (this.actor.userId === null) return this.actor;
    return (this.#changing ??= { ...this.actor, change: id ?? randomUUID() });
  }

  /**
   * @param {readonly Query[]} queries
   * @param {ReturnType<typeof import('@plinth/data').createReading>} [reading] records what the results were read from
   * @param {readonly (ReturnType<typeof import('@plinth/data').createReading> | null)[]} [readings] of single queries
   */
  async select(queries, reading, readings) {
    const before = performance.now();
    try {
      return await this.app.data.select(this.actor, queries, { reading, readings });
    } finally {
      this.statements.count += queries.length;
      this.statements.ms += performance.now() - before;
    }
  }
}

/** @param {App} app @param {string} wanted */
function chooseLocale(app, wanted) {
  const known = app.views.locales();
  if (known.includes(wanted)) return wanted;
  return known.includes('en') ? 'en' : known[0];
}
