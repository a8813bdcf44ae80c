/** @import { App, Request } from '../types.d.ts' */
/** @import { Actor } from '@plinth/plugin' */
import { sameRights } from '@plinth/data';
import { AppError } from '@plinth/plugin';
import { tokenIn, tokenInvalid } from './request-actor.js';
import { loginRequired } from './login-required.js';
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
  if (!req.ctx.user) return visitor;
  const bearer = tokenIn(req.headers.authorization ?? '');
  if (req.ctx.tokenId !== null) return async () => (await people.apiTokens.actorOf(bearer))?.actor ?? null;
  const cookie = req.renewedToken ?? app.identify.sessionOf(req).token;
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

/** Who reads the next page of what is sent page by page. @param {App} app @param {Request} req @returns {() => Promise<Actor>} */
export function readerAgain(app, req) {
  const confirm = confirmerOf(app, req);
  return async () => {
    const now = await confirm();
    if (!now) throw loginRequired();
    return now;
  };
}

/**
 * For a body that came after its head: whose login or token has ended meanwhile, or whose rights are others, does nothing
 * with it. Both the session and the Catalog with its roles are asked with a proof of now.
 *
 * @param {Request} req @throws {AppError} TOKEN_INVALID, LOGIN_REQUIRED (401), RIGHTS_CHANGED (409)
 */
export async function confirmSender(req) {
  // Without a context it is nobody's yet.
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
