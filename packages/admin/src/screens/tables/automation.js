import { html } from '@plinth/plugin';
import { partsFor, routed, shows } from '../../frame/index.js';
import { inOrder, placeWithMoves } from '../automation/move.js';
import { triggerTable } from '../automation/trigger-words.js';
import { workflowTable } from '../automation/workflows/table.js';
import { functionsPart } from './table-functions.js';
import { tableOf, tablePage } from './table-page.js';

/** @import { AdminPage, Request } from '../../types.d.ts' */

/** What happens when a row of a table changes. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.automation',
  routes: routed({ 'GET /:table/automation': shows(show) }),
};

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { t, catalog, app, actor } = req.ctx;
  const { icon, empty } = partsFor(req);
  const table = tableOf(req);
  const others = catalog.triggers.filter((one) => one.table === table.name && one.timing !== 'before');
  const triggers = [...inOrder(catalog, table.name), ...others];
  const workflows = catalog.workflows.filter((one) => one.table === table.name);
  const ids = workflows.map(({ id }) => id);
  const states = ids.length > 0 ? await app.data.workflows.runs.states(actor, ids) : new Map();
  const add = html`<a class="btn btn-primary" href="/admin/automation/~new?table=${encodeURIComponent(table.name)}">${icon('plus')} ${t('admin.automation.new')}</a>`;
  const none = html`<div class="card">${empty('bolt', t('admin.automation.tableEmpty'), html`${t('admin.automation.tableEmptyHelp')}<br><span class="d-inline-block mt-3">${add}</span>`)}</div>`;
  return tablePage(req, table, {
    tab: 'automation',
    actions: triggers.length > 0 ? add : null,
    body: html`${triggers.length > 0 ? await triggerTable(req, triggers, (one) => placeWithMoves(req, one)) : none}${
      workflows.length > 0 &&
      html`<h2 class="h3 mt-4">${t('admin.workflow.many')}</h2>${workflowTable(req, workflows, states)}`
    }${functionsPart(req, table)}`,
  });
}
