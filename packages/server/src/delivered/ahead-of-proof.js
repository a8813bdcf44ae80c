/** @import { App, Request, Response } from '../types.d.ts' */
import { bearerOf } from '../api/request-actor.js';
import { contextOf } from '../http/context.js';
import { findCookie, sessionCookieName } from '../http/cookies.js';
import { admits } from '../http/require-role.js';
import { deliver, findPlan } from './deliver.js';

const PATH = /^\/(page|view)\/([^/]+)$/;

/**
 * Shows a page or view while the proof that every change has been heard of is still under way: its statements share
 * the round trip with the question to the database. Catalog and session come from memory, and nothing is sent before
 * the proof is there and both still stand. Else nothing has happened, and the page is made again the slow way.
 *
 * @param {App} app
 * @returns {(req: Request, res: Response) => Promise<boolean>} whether it was
 *   answered
 */
export function createAheadOfProof(app) {
  const { data } = app;
  const cookieName = sessionCookieName(app.secure);

  return async (req, res) => {
    const match = isPlain(req) ? PATH.exec(req.path) : null;
    // Whoever has a proof already needs none of this.
    if (!match || req.proven !== undefined || data.stream?.state() !== 'live' || !data.isSettled()) return false;
    const catalog = data.catalog();
    const token = findCookie(req.headers.cookie, cookieName);
    const found = token ? data.people.rememberedSession(token) : null;
    if (app.renewal?.(catalog) || (token && !found) || found?.session.rotate) return false;
    const proof = data.stream.prove();
    const stands = async () => {
      req.proven = await proof;
      const isSame = !token || data.people.rememberedSession(token) === found;
      return req.proven && isSame && data.isSettled() && data.catalog() === catalog;
    };
    const give = async () => {
      req.params = { name: decodeURIComponent(match[2]) };
      req.ctx = contextOf(app, req, res, found);
      const plan = findPlan(app, req, /** @type {'page' | 'view'} */ (match[1]));
      return plan && admits(req.ctx.actor, plan.roles) ? deliver(app, req, res, plan, { stands }) : false;
    };
    const isGiven = await give().catch(() => res.headersSent);
    if (isGiven) return true;
    await stands();
    req.ctx = /** @type {any} */ (undefined);
    return false;
  };
}

/** Without a body or a token of its own. @param {Request} req */
function isPlain(req) {
  const { method, headers } = req;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return headers['content-length'] === undefined && !headers['transfer-encoding'] && bearerOf(req) === null;
}
