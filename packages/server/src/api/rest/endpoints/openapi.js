import { sessionCookieName } from '../../../http/identity/cookies.js';
import { callerOf } from '../describe/offered.js';
import { editComponents } from '../describe/edit-components.js';
import { openapi } from '../describe/openapi.js';
import { answer } from '../describe/parts.js';
import { visibleTables } from '../describe/visible-tables.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'openapi.json',
  right: 'anyone',
  name: 'openapi',
  summary: 'This OpenAPI document',
  tag: 'description',
  output: { 200: answer('This OpenAPI document', { type: 'object' }) },
  handle:
    (app) =>
    ({ req, actor }) => {
      const { catalog } = req.ctx;
      const site = {
        title: catalog.settings.siteName,
        version: String(catalog.version),
        url: app.config.baseUrl,
        cookie: sessionCookieName(app.secure),
      };
      const callable = catalog.functions.filter((fn) => app.data.functions.mayCall(fn, actor));
      const triggers = app.data.automation.calls.callable(actor);
      const caller = callerOf(req);
      const edits = caller.isAdmin ? editComponents(app.data.editSchemas.all()) : {};
      return openapi(app.endpoints, visibleTables(app, catalog, actor), caller, site, callable, triggers, edits);
    },
};
