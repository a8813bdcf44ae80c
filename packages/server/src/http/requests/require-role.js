/** @import { Handler } from '../../types.d.ts' */
import { hasFullAccess } from '@plinth/plugin';
import { loginRequired } from '../identity/login-required.js';
import { wantsJson } from './answer-error.js';
import { notFound } from './canonical-path.js';
import { refererPath } from './local-url.js';
import { hasForm } from './typed-form.js';

/**
 * Requires a role (admins have all). Visitors are asked to log in; for other users the address does not exist.
 *
 * @param {string} role
 * @returns {Handler}
 */
export function requireRole(role) {
  return (req, res, next) => {
    if (admits(req.ctx.actor, [role])) return next();
    refuse(req, res, next);
  };
}

/** Requires somebody who is signed in, with any role. @type {Handler} */
export function requireUser(req, res, next) {
  if (req.ctx.user) return next();
  refuse(req, res, next);
}

/** @param {import('@plinth/plugin').Actor} actor @param {readonly string[]} roles one of them is enough */
export function admits(actor, roles) {
  return hasFullAccess(actor) || roles.some((role) => actor.roles.includes(role));
}

/**
 * Redirects pages to the login and back. Scripts and form posts get an error instead: a script would take the login
 * page for its response, and a form's input would be lost.
 *
 * @type {Handler}
 */
export function refuse(req, res, next) {
  if (req.ctx.user) return next(notFound());
  if (wantsJson(req) || isScript(req) || (req.method === 'POST' && hasForm(req))) return next(loginRequired());
  const back = req.method === 'GET' ? req.originalUrl : refererPath(req, '/');
  res.redirect(`/auth/login?next=${encodeURIComponent(back)}`, { status: 302 });
}

/** Requested by fetch or htmx, not by navigation. @param {import('../../types.d.ts').Request} req */
function isScript({ headers }) {
  return headers['sec-fetch-dest'] === 'empty' || headers['hx-request'] !== undefined;
}
