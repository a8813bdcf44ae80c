/** @import { App, Request } from '../types.d.ts' */
/** @import { Actor } from '@plinth/plugin' */
import { bearerOf } from '../api/request-actor.js';
import { findCookie, sessionCookieName } from './cookies.js';
import { withOtherEyes } from './viewing-as.js';
import { VISITOR } from './visitor.js';

/** One for all of them. */
const visitor = async () => VISITOR;

/**
 * Asks again who somebody is, for answers that go on for long: as whom he may read now, null when his login or token is
 * over. Nothing of the request is kept but that, unless an admin looks with the eyes of another: those stay.
 *
 * @param {App} app @param {Request} req @returns {() => Promise<Actor | null>}
 */
export function confirmerOf(app, req) {
  const { people } = app.data;
  const bearer = bearerOf(req);
  if (!req.ctx.user) return visitor;
  if (bearer !== null) return async () => (await people.apiTokens.actorOf(bearer))?.actor ?? null;
  const cookie = findCookie(req.headers.cookie, sessionCookieName(app.secure));
  if (req.ctx.viewingAs) return confirmOtherEyes(app, req, cookie);
  return async () => (await people.whoseSession(cookie))?.actor ?? null;
}

/** By itself, for what is made beside it would keep its request, too. @param {App} app @param {Request} req @param {string | undefined} cookie */
function confirmOtherEyes(app, req, cookie) {
  return async () => {
    const found = await app.data.people.whoseSession(cookie);
    return found && (await withOtherEyes(app, req, found)).actor;
  };
}
