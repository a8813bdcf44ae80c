import { html } from '@plinth/plugin';
import { listScreen, routed } from '../../frame/index.js';
import { inOrder, placeWithMoves } from '../automation/move.js';
import { triggerTable } from '../automation/trigger-words.js';
import { workflowTable } from '../automation/workflows/table.js';
import { functionsPart } from './table-functions.js';
import { tableList, tableOf } from './table-page.js';

/** @import { Request } from '../../types.d.ts' */

const LIST = listScreen(
  tableList('automation', {
    icon: 'bolt',
    empty: 'admin.automation.tableEmpty',
    add: (req) => ({
      url: `/admin/automation/~new?${new URLSearchParams({ table: tableOf(req).name })}`,
      label: 'admin.automation.new',
    }),
    of(req) {
      const { catalog } = req.ctx;
      const { name } = tableOf(req);
      const others = catalog.triggers.filter(({ table, timing }) => table === name && timing !== 'before');
      return [...inOrder(catalog, name), ...others];
    },
    list: (req, triggers) => triggerTable(req, triggers, (one) => placeWithMoves(req, one)),
    below: async (req) => html`${await workflowsPart(req)}${functionsPart(req, tableOf(req))}`,
  }),
);

/** What happens when a row of a table changes. */
export const screen = { path: '/tables', title: 'admin.table.tab.automation', routes: routed(LIST) };

/** The workflows about its rows. @param {Request} req */
async function workflowsPart(req) {
  const { t, catalog, app, actor } = req.ctx;
  const workflows = catalog.workflows.filter(({ table }) => table === tableOf(req).name);
  if (workflows.length === 0) return null;
  const ids = workflows.map(({ id }) => id);
  const states = await app.data.workflows.runs.states(actor, ids);
  return html`<h2 class="h3 mt-4">${t('admin.workflow.many')}</h2>${workflowTable(req, workflows, states)}`;
}
