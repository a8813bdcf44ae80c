import { createRouter } from '../../../http/router.js';
import { sharing, viewEdits } from '../../make-views.js';
import { noErrors, runEdit } from '../../run-edit.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/tables', title: 'admin.table.tab.views', routes };

/** The views on a table; a list, a show and an edit view in one click. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:table/views', (req, res) => show(app, req, res, noErrors()));
  router.post('/:table/views', async (req, res) => {
    const { catalog, t } = req.ctx;
    const table = catalog.table(req.params.table);
    const form = await req.form();
    const { roles, edits: rights } = sharing(table, form.get('sharing'));
    const { edits } = viewEdits({ roles, catalog, registry: app.registry, table });
    await runEdit(app, req, res, {
      edit: 'batch',
      input: { summary: t('admin.views.madeSummary', { table: table.label }), edits: [...rights, ...edits] },
      form,
      next: tableUrl(table.name, 'views'),
      again: (errors) => show(app, req, res, errors),
    });
  });
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors */
function show(app, req, res, errors) {
  const { t, catalog } = req.ctx;
  const table = catalog.table(req.params.table);
  const views = catalog.views.filter((view) => view.table === table.name);
  return tablePage(app, req, res, table, {
    tab: 'views',
    template: 'tables/views',
    errors,
    model: {
      views: views.slice(0, 200).map((view) => {
        const known = app.registry.has('viewTemplate', view.template);
        const template = known ? app.registry.viewTemplate(view.template) : null;
        return {
          ...view,
          templateLabel: t(template?.label ?? view.template),
          icon: template?.icon ?? 'alert-triangle',
        };
      }),
      action: tableUrl(table.name, 'views'),
    },
  });
}
