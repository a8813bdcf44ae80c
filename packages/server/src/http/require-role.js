/** @import { Handler } from '../types.d.ts' */
import { AppError } from '@plinth/plugin';
import { wantsJson } from './answer-error.js';
import { notFound } from './canonical-path.js';
import { refererPath } from './local-url.js';

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
  return actor.system || actor.roles.includes('admin') || roles.some((role) => actor.roles.includes(role));
}

/** @type {Handler} */
export function refuse(req, res, next) {
  if (req.ctx.user) return next(notFound());
  if (wantsJson(req)) return next(loginRequired());
  const back = req.method === 'GET' ? req.originalUrl : refererPath(req, '/');
  res.redirect(`/auth/login?next=${encodeURIComponent(back)}`, { status: 302 });
}

export function loginRequired() {
  return new AppError('LOGIN_REQUIRED', 'You have to log in for this', { status: 401 });
}
