/** @import { App, Context, Request, Response } from '../types.d.ts' */
/** @import { Actor, Query, RenderEnv } from '@plinth/plugin' */
import { performance } from 'node:perf_hooks';
import { bearerOf, requestActor } from '../api/request-actor.js';
import { clientAddress } from './client-address.js';
import { findCookie, sessionCookieName } from './cookies.js';
import { withOtherEyes } from './viewing-as.js';
import { VISITOR } from './visitor.js';

/**
 * What a request works with from its first to its last line: one Catalog, one actor, one language. With a proof that
 * every change has been heard of, Catalog and session come from memory; without one the database is asked.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {{ id: string, started: number }} start
 * @returns {Promise<Context>}
 */
export async function createContext(app, req, res, start) {
  const bearer = bearerOf(req);
  const token = bearer !== null ? null : findCookie(req.headers.cookie, sessionCookieName(app.secure));
  const proven = (req.proven ??= (await app.data.stream?.prove()) ?? false);
  await app.data.current(proven);
  const { people } = app.data;
  const found =
    bearer !== null ? await requestActor(people, bearer, proven) : token && (await people.session(token, proven));
  const seen = bearer === null ? await withOtherEyes(app, req, found) : found;
  return contextOf(app, req, res, { ...start, found: seen });
}

/**
 * @param {App} app @param {Request} req @param {Response} res
 * @param {{ id: string, started: number, found?: any }} start found: of whom the session or token is; without it, a visitor's
 * @returns {Context}
 */
export function contextOf(app, req, res, { id, started, found = null }) {
  const catalog = app.data.catalog();
  const locale = chooseLocale(app, found?.user.locale ?? catalog.settings.locale);
  const statements = { count: 0, ms: 0 };
  const actor = found?.actor ?? VISITOR;
  /** @type {RenderEnv | undefined} */
  let env;
  return {
    id,
    app,
    started,
    response: res,
    catalog,
    actor,
    user: found?.user ?? null,
    session: found?.session ?? null,
    tokenId: found?.tokenId ?? null,
    viewingAs: found?.viewingAs ?? null,
    locale,
    t: app.views.t(locale),
    formats: app.views.formats(locale, catalog.settings.timeZone),
    get env() {
      env ??= /** @type {RenderEnv} */ (
        app.views.env({ actor, locale, timeZone: catalog.settings.timeZone, here: req.originalUrl })
      );
      return env;
    },
    get address() {
      return clientAddress(req, app.config.trustProxy);
    },
    // Made only where something is noted of it: actors are shared between requests.
    get author() {
      return { ...actor, address: clientAddress(req, app.config.trustProxy) };
    },
    secure: app.secure,
    isAdmin: actor.roles.includes('admin'),
    statements,
    select: (queries) => countedSelect(app, req, actor, queries, statements),
  };
}

/** @param {App} app @param {string} wanted */
function chooseLocale(app, wanted) {
  const known = app.views.locales();
  if (known.includes(wanted)) return wanted;
  return known.includes('en') ? 'en' : known[0];
}

/**
 * @param {App} app @param {Request} req @param {Actor} actor @param {readonly Query[]} queries
 * @param {{ count: number, ms: number }} statements
 */
async function countedSelect(app, req, actor, queries, statements) {
  const before = performance.now();
  const reading = queries.length > 0 ? req.keeping?.read() : undefined;
  try {
    return await app.data.select(actor, queries, { reading });
  } finally {
    statements.count += queries.length;
    statements.ms += performance.now() - before;
  }
}
