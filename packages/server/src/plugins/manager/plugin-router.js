/** @import { App, Handler, Request, Response } from '../../types.d.ts' */
/** @import { Plugin, PluginHost, PluginRouter } from '@plinth/plugin' */
import express from 'express';
import { clientOf } from '../../auth/auth-page.js';
import { sendSessionCookie } from '../../http/identity/session-cookie.js';
import { confirmSender } from '../../http/identity/confirm-actor.js';
import { PlinthRequest } from '../../http/requests/request.js';
import { admits, refuse } from '../../http/requests/require-role.js';
import { PlinthResponse } from '../../http/requests/response.js';
import { PERSONAL } from '../../http/requests/security-headers.js';

const LARGEST_BODY = '1mb';

/**
 * The router that a plugin brings, in an Express app of its own, in which requests and responses behave as Express
 * documents (`req.query` is an object, `res.cookie` counts in ms, `res.redirect` leads anywhere).
 *
 * @param {App} runtime @param {Plugin} plugin @param {PluginRouter} router @returns {Handler}
 */
export function pluginRouter(runtime, plugin, router) {
  const inner = express();
  inner.disable('x-powered-by').set('trust proxy', runtime.config.trustProxy);
  inner.use(express.json({ limit: LARGEST_BODY }), express.urlencoded({ limit: LARGEST_BODY, extended: false }));
  inner.use(afterBody);
  inner.use(router.create(hostOf(runtime, plugin)));

  return (req, res, next) => {
    if (!admits(req.ctx.actor, router.roles)) return refuse(req, res, next);
    res.setHeader('cache-control', PERSONAL);
    inner(req, res, (error) => {
      asOurs(req, res);
      next(error);
    });
  };
}

/** Whoever is slow with a body must not do with it what they may not do any more. @type {Handler} */
function afterBody(req, _res, next) {
  if (req.cameWhole) return next();
  return confirmSender(req).then(() => next());
}

/** @param {App} runtime @param {Plugin} plugin @returns {PluginHost} */
function hostOf(runtime, plugin) {
  const { people } = runtime.data;
  return Object.freeze({
    express,
    passport: runtime.passport,
    config: () => runtime.plugins.configOf(plugin.name, runtime.data.catalog()),
    actorOf: (/** @type {Request} */ req) => req.ctx.actor,
    async logIn(/** @type {Request} */ req, /** @type {Response} */ res, /** @type {{ email: string }} */ { email }) {
      const { token, user } = await people.loginVerified(email, clientOf(req));
      // End the previous session of this browser.
      await people.logout(runtime.identify.sessionOf(req).token, clientOf(req));
      const theirs = [Object.getPrototypeOf(req), Object.getPrototypeOf(res)];
      asOurs(req, res);
      await sendSessionCookie(req, res, token, user);
      Object.setPrototypeOf(req, theirs[0]);
      Object.setPrototypeOf(res, theirs[1]);
    },
  });
}

/** Restores our own prototypes, which the Express app replaces. @param {Request} req @param {Response} res */
function asOurs(req, res) {
  Object.setPrototypeOf(req, PlinthRequest.prototype);
  Object.setPrototypeOf(res, PlinthResponse.prototype);
}
