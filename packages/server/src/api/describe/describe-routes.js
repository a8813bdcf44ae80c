/** @import { App } from '../../types.d.ts' */
/** @import { Endpoints } from '../index.js' */
import { fileURLToPath } from 'node:url';
import { sessionCookieName } from '../../identity/cookies.js';
import { docsModel } from './docs-page.js';
import { openapi } from './openapi.js';
import { visibleTables } from './visible-tables.js';

const TEMPLATE = fileURLToPath(new URL('../templates/docs.ejs', import.meta.url));
const CALL = fileURLToPath(new URL('../templates/docs-call.ejs', import.meta.url));

/** What the API is, for whoever asks: as data, as OpenAPI, and to be read. @param {App} app @returns {Endpoints} */
export function describeRoutes(app) {
  return {
    catalog: {
      GET: (req, res) => {
        const { catalog, actor } = req.ctx;
        res.json({ version: catalog.version, tables: visibleTables(app, catalog, actor) });
      },
    },
    'openapi.json': {
      GET: (req, res) => {
        const { catalog, actor } = req.ctx;
        const site = {
          ...{ title: catalog.settings.siteName, version: String(catalog.version), url: app.config.baseUrl },
          cookie: sessionCookieName(app.secure),
        };
        res.json(openapi(visibleTables(app, catalog, actor), callerOf(req), site));
      },
    },
    docs: {
      GET: (req, res) => {
        const { catalog, actor, t } = req.ctx;
        const base = `${app.config.baseUrl}/api/v1`;
        const call = (/** @type {object} */ one) => app.views.renderTemplate(CALL, { t, base, call: one });
        const model = docsModel(visibleTables(app, catalog, actor), callerOf(req));
        const body = app.views.renderTemplate(TEMPLATE, { t, base, call, ...model, signedIn: req.ctx.user !== null });
        res.page({
          title: t('api.docs.title'),
          body,
          width: 'wide',
          styles: ['api/docs.css'],
          scripts: ['api/copy.js', 'api/docs.js'],
        });
      },
    },
  };
}

/** @param {import('../../types.d.ts').Request} req */
const callerOf = ({ ctx: { isAdmin, actor, user } }) => ({
  isAdmin: isAdmin && !actor.scope,
  signedIn: user !== null,
  operations: actor.scope?.operations ?? null,
});
