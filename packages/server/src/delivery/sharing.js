/** @import { Context, Request, Response } from '../types.d.ts' */
/** @import { Audience } from './audience.js' */
import { audienceOf } from './audience.js';
import { createFlights } from './flights.js';
import { sendKept } from './kept-page.js';

/** Pages of admins say more, and a session that is renewed sets a cookie. @param {Context} ctx */
export const isHisAlone = (ctx) => ctx.isAdmin || ctx.session?.rotate === true;

/**
 * Pages where nothing may be answered from memory, because there is no proof: each is made anew, but once for all who
 * asked before its making began.
 *
 * @param {{ store: ReturnType<typeof import('./page-store.js').createPageStore>, isPage: (req: Request) => boolean,
 *   keyOf: (audience: Audience, url: string) => string }} parts
 */
export function createSharing({ store, isPage, keyOf }) {
  const flights = createFlights();

  /** False: to be made. @param {Request} req @param {Response} res @param {Context} ctx @returns {Promise<boolean>} */
  async function share(req, res, ctx) {
    if (req.proven || !isPage(req) || isHisAlone(ctx)) return false;
    const audience = audienceOf(ctx.actor, ctx.user?.locale ?? null);
    if (store.traitOf(audience.roles + req.url, ctx.catalog) === 'never') return false;
    const key = keyOf(audience, req.url);
    const { page, flight } = await flights.board(key, ctx.catalog);
    if (page) {
      if (!res.destroyed) sendKept(page, req, res);
      return true;
    }
    // Only now it is known that the page differs by person: those who are the same one try again.
    if (!flight) return keyOf(audience, req.url) !== key && share(req, res, ctx);
    req.flight = Object.assign(flight, { isOfOne: key === audience.user + req.url });
    if (res.destroyed) flight.land(null);
    else res.once('close', () => flight.land(null));
    return false;
  }

  return { share, counts: () => ({ shared: flights.shared(), waiting: flights.waiting() }) };
}
