/** @import { App, Request } from '../../types.d.ts' */
/** @import { Actor } from '@plinth/plugin' */
import { sameRights } from '@plinth/data';
import { AppError } from '@plinth/plugin';
import { tokenIn, tokenInvalid } from './request-actor.js';
import { loginRequired } from './login-required.js';
import { withOtherEyes } from './viewing-as.js';
import { VISITOR } from './visitor.js';

/** Shared by all visitors. */
const visitor = async () => VISITOR;

/**
 * Identifies a user again during a long response: as whom they may read now, or null when their login or token has
 * ended. Holds nothing else of the request, except when an admin views the site as somebody else.
 *
 * @param {App} app @param {Request} req @returns {() => Promise<Actor | null>}
 */
export function confirmerOf(app, req) {
  const { people } = app.data;
  if (!req.ctx.user) return visitor;
  const bearer = tokenIn(req.headers.authorization ?? '');
  if (req.ctx.tokenId !== null) return async () => (await people.apiTokens.actorOf(bearer))?.actor ?? null;
  const cookie = req.renewedToken ?? app.identify.sessionOf(req).token;
  if (req.ctx.viewingAs) return confirmOtherEyes(app, req, cookie);
  return async () => (await people.whoseSession(cookie))?.actor ?? null;
}

/**
 * A function of its own: a closure in the caller would keep the request alive.
 *
 * @param {App} app
 * @param {Request} req
 * @param {string | undefined} cookie
 */
function confirmOtherEyes(app, req, cookie) {
  return async () => {
    const found = await app.data.people.whoseSession(cookie);
    return found && (await withOtherEyes(app, req, found)).actor;
  };
}

/**
 * The actor for the next part of a response that is sent in parts.
 *
 * @param {App} app
 * @param {Request} req
 * @returns {() => Promise<Actor>}
 */
export function readerAgain(app, req) {
  const confirm = confirmerOf(app, req);
  return async () => {
    const now = await confirm();
    if (!now) throw loginRequired();
    return now;
  };
}

/**
 * For a body that arrived after its head: refuses it if the login or token has ended or the rights have changed
 * meanwhile. Session and Catalog are checked after passing the freshness barrier again.
 *
 * @param {Request} req @throws {AppError} TOKEN_INVALID, LOGIN_REQUIRED (401), RIGHTS_CHANGED (409)
 */
export async function confirmSender(req) {
  // Without a context, the user is not identified yet.
  if (!req.ctx?.user) return;
  const { app, actor, tokenId } = req.ctx;
  await app.data.current();
  const now = await confirmerOf(app, req)();
  if (!now) throw tokenId === null ? loginRequired() : tokenInvalid();
  if (!sameRights(now, actor)) throw rightsChanged();
}

const rightsChanged = () =>
  new AppError('RIGHTS_CHANGED', 'Your rights changed while this was being sent, so nothing was saved', {
    status: 409,
    hint: 'Try again',
  });
