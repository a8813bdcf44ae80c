import { html } from '@plinth/plugin';
import { column, listScreen, routed } from '../../frame/index.js';
import { functionTabs } from './tabs.js';

/** @import { FunctionRun } from '@plinth/data' */
/** @import { Request } from '../../types.d.ts' */

const STYLES = Object.freeze({ done: 'bg-success-lt', left: 'bg-secondary-lt', failed: 'bg-danger-lt' });

const LIST = listScreen({
  at: '/:function/runs',
  title: 'admin.functions.runs',
  icon: 'history',
  empty: 'admin.functions.noRuns',
  emptyHelp: ({ ctx: { t } }) => t('admin.functions.runsHelp'),
  async of(req) {
    const { app, actor } = req.ctx;
    return /** @type {FunctionRun[]} */ (await app.data.functions.runs.list(actor, functionOf(req).id));
  },
  columns: (req, { t, badge, when }) => [
    column('admin.functions.when', ({ startedAt }) => when(startedAt, 'fw-normal')),
    column('admin.functions.outcome', (/** @type {FunctionRun} */ { outcome }) =>
      badge(t(`admin.functions.${outcome}`), STYLES[outcome]),
    ),
    column('admin.functions.who', ({ by }) => by?.name ?? t('admin.functions.visitor')),
    column('admin.functions.took', (run) => duration(req, run)),
    column('admin.functions.log', (run) => details(req, run)),
  ],
  above: ({ ctx: { t } }, _tried, runs) =>
    runs.length > 0 && html`<p class="text-secondary">${t('admin.functions.runsHelp')}</p>`,
  within(req, { body }) {
    const { name, label } = functionOf(req);
    const crumbs = [{ label: req.ctx.t('admin.nav.functions'), url: '/admin/functions' }];
    return { title: label || name, icon: 'function', tabs: functionTabs(req, name, 'runs'), crumbs, body };
  },
});

/** What became of the latest calls of a function. */
export const screen = { path: '/functions', title: 'admin.functions.runs', routes: routed(LIST) };

/** @param {Request} req */
const functionOf = ({ ctx: { catalog }, params }) => catalog.function(params.function);

/** @param {Request} req @param {FunctionRun} run */
const duration = ({ ctx: { t, formats } }, { ms }) =>
  t('admin.requests.took', { ms: formats.number(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)) });

/** The error with its line, and the log. @param {Request} req @param {FunctionRun} run */
function details({ ctx: { t } }, { code, error, logs, outcome }) {
  const line = error?.line ? ` (${t('admin.functions.atLine', { line: error.line })})` : '';
  const problem = outcome === 'failed' && html`<div><code>${code}</code> ${error?.message}${line}</div>`;
  const text = logs.map((one) => one.text).join('\n');
  const log =
    text &&
    html`<details><summary>${t('admin.functions.lines', { count: logs.length })}</summary><pre class="adm-request m-0 text-break">${text}</pre></details>`;
  const left = outcome === 'left' && html`<div>${t('admin.functions.leftHelp')}</div>`;
  return html`${problem}${left}${log}`;
}
