/** @import { Handler } from '../types.d.ts' */
import { hasFullAccess } from '@plinth/plugin';
import { loginRequired } from '../identity/login-required.js';
import { wantsJson } from './answer-error.js';
import { notFound } from './canonical-path.js';
import { refererPath } from './local-url.js';
import { hasForm } from './typed-form.js';

/**
 * Lets through who has the role (admins always). Who is not logged in is asked to; to anybody else the address does
 * not exist.
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

/**
 * @param {import('@plinth/plugin').Actor} actor @param {readonly string[]} roles any of them will do
 */
export function admits(actor, roles) {
  return hasFullAccess(actor) || roles.some((role) => actor.roles.includes(role));
}

/**
 * A page is led to the login and back. What a script asked for would take the login's page for its answer, and what was
 * typed would be lost on the way there: both are told instead.
 *
 * @type {Handler}
 */
export function refuse(req, res, next) {
  if (req.ctx.user) return next(notFound());
  if (wantsJson(req) || isScript(req) || (req.method === 'POST' && hasForm(req))) return next(loginRequired());
  const back = req.method === 'GET' ? req.originalUrl : refererPath(req, '/');
  res.redirect(`/auth/login?next=${encodeURIComponent(back)}`, { status: 302 });
}

/** Asked by fetch or htmx, not by going there. @param {import('../types.d.ts').Request} req */
function isScript({ headers }) {
  return headers['sec-fetch-dest'] === 'empty' || headers['hx-request'] !== undefined;
}
