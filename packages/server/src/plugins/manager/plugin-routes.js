/** @import { App, Handler, Request, Response } from '../../types.d.ts' */
/** @import { Plugin, PluginAnswer, PluginRoute, Values } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { ANY_NAMES } from '@plinth/views';
import { contentType } from '../../http/body/read-body.js';
import { admits, refuse } from '../../http/requests/require-role.js';
import { createRouter } from '../../http/requests/router.js';
import { isExpectedHost } from '../../http/requests/private-host.js';
import { secretLinks } from './secret-links.js';
import { pluginRouter } from './plugin-router.js';
import { createPluginPages } from './plugin-pages.js';

const SECONDS = 30;

/** /plugin/<name>/…: routes of plugins. @param {App} app */
export function pluginRoutes(app) {
  const router = createRouter();
  const pages = createPluginPages(app);
  for (const plugin of app.registry.plugins) {
    for (const { name, path } of pages.of(plugin)) router.get(`/${plugin.name}/${path}`, pages.handler(name));
    for (const route of plugin.routes ?? []) {
      const path = `/${plugin.name}/${route.path.replace(/^\//, '')}`;
      const handler = handle(app, plugin, route);
      if (route.method === 'POST') router.post(path, handler);
      else router.get(path, handler);
    }
    if (plugin.router) router.use(`/${plugin.name}`, pluginRouter(app, plugin, plugin.router));
  }
  return router;
}

/** @param {App} app @param {Plugin} plugin @param {PluginRoute} route @returns {Handler} */
function handle(app, plugin, route) {
  return async (req, res, next) => {
    const { actor, catalog } = req.ctx;
    if (!admits(actor, route.roles)) return refuse(req, res, next);
    const config = await app.plugins.configOf(plugin.name, catalog);
    const { t, formats } = req.ctx;
    const answer = await inTime(plugin.name, async () =>
      route.handle({
        actor,
        catalog,
        registry: app.registry,
        t,
        formats,
        origin: originFor(req),
        links: secretLinks(app, req, plugin.name),
        rowsFor: app.data.actions.rowsFor,
        params: { ...req.params },
        query: Object.fromEntries(req.query),
        body: req.method === 'POST' ? await readBody(req) : {},
        config,
        rows: app.data.actions.rowsFor(actor),
      }),
    );
    send(res, answer);
  };
}

/** BASE_URL, or on a server without https the address that is used, if it is a private one. @param {Request} req */
function originFor({ ctx, headers }) {
  const { baseUrl } = ctx.app.config;
  const isOpen = !ctx.secure && isExpectedHost(headers.host, baseUrl);
  return isOpen ? `http://${headers.host}` : new URL(baseUrl).origin;
}

/** @param {Request} req @returns {Promise<Values>} */
async function readBody(req) {
  return contentType(req).includes('json') ? req.json({ any: true }) : (await req.form()).values;
}

/** @param {Response} res @param {PluginAnswer} answer */
function send(res, { status = 200, html, json, text, type = 'text/plain; charset=utf-8', redirect, title = '' }) {
  if (redirect !== undefined) return res.redirect(redirect);
  if (text !== undefined) return res.text(text, { status, type });
  if (json !== undefined) return res.json(json, { status });
  res.page({ title, body: html ?? '', styles: [...ANY_NAMES], status });
}

/** @param {string} name @param {() => Promise<PluginAnswer>} work @returns {Promise<PluginAnswer>} */
async function inTime(name, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    const error = new AppError('PLUGIN_TOO_SLOW', phrase`The plugin "${name}" did not answer within ${SECONDS} s`, {
      status: 503,
      hint: 'Try again. If it happens again, disable the plugin in the admin',
    });
    timer = setTimeout(() => reject(error), SECONDS * 1000);
  });
  try {
    return /** @type {PluginAnswer} */ (await Promise.race([work(), late]));
  } finally {
    clearTimeout(timer);
  }
}
