import { fileURLToPath } from 'node:url';
import { docsModel } from '../describe/docs-page.js';
import { callerOf } from '../describe/offered.js';
import { visibleTables } from '../describe/visible-tables.js';

const TEMPLATE = fileURLToPath(new URL('../templates/docs.ejs', import.meta.url));
const CALL = fileURLToPath(new URL('../templates/docs-call.ejs', import.meta.url));

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'docs',
  right: 'anyone',
  name: 'docs',
  summary: 'The API as a page for people',
  isUnlisted: true,
  output: { 200: { description: 'The page', content: { 'text/html': {} } } },
  handle:
    (app) =>
    ({ req, res, actor }) => {
      const { catalog, t, user } = req.ctx;
      const base = `${app.config.baseUrl}/api/v1`;
      const call = (/** @type {object} */ one) => app.views.renderTemplate(CALL, { t, base, call: one });
      const model = docsModel(app.endpoints, visibleTables(app, catalog, actor), callerOf(req));
      const body = app.views.renderTemplate(TEMPLATE, { t, base, call, ...model, signedIn: user !== null });
      const styles = ['api/docs.css'];
      res.page({ title: t('api.docs.title'), body, width: 'wide', styles, scripts: ['api/copy.js', 'api/docs.js'] });
    },
};
