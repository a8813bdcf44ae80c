import { html } from '@plinth/plugin';
import { column, partsFor, routed, shows } from '../../frame/index.js';
import { functionTabs } from './tabs.js';

/** @import { FunctionRun } from '@plinth/data' */
/** @import { AdminPage, Request } from '../../types.d.ts' */

const STYLES = Object.freeze({ done: 'bg-success-lt', left: 'bg-secondary-lt', failed: 'bg-danger-lt' });

/** What became of the latest calls of a function. */
export const screen = {
  path: '/functions',
  title: 'admin.functions.runs',
  routes: routed({ 'GET /:function/runs': shows(show) }),
};

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { t, app, actor, catalog } = req.ctx;
  const { empty, table, badge, when } = partsFor(req);
  const fn = catalog.function(req.params.function);
  const runs = await app.data.functions.runs.list(actor, fn.id);
  const none = html`<div class="card">${empty('history', t('admin.functions.noRuns'), t('admin.functions.runsHelp'))}</div>`;
  const list = table(
    'admin.functions.runs',
    [
      column('admin.functions.when', ({ startedAt }) => when(startedAt, 'fw-normal')),
      column('admin.functions.outcome', (/** @type {FunctionRun} */ { outcome }) =>
        badge(t(`admin.functions.${outcome}`), STYLES[outcome]),
      ),
      column('admin.functions.who', ({ by }) => by?.name ?? t('admin.functions.visitor')),
      column('admin.functions.took', (run) => duration(req, run)),
      column('admin.functions.log', (run) => details(req, run)),
    ],
    /** @type {FunctionRun[]} */ (runs),
  );
  return {
    title: fn.label || fn.name,
    icon: 'function',
    tabs: functionTabs(req, fn.name, 'runs'),
    crumbs: [{ label: t('admin.nav.functions'), url: '/admin/functions' }],
    body: runs.length > 0 ? html`<p class="text-secondary">${t('admin.functions.runsHelp')}</p>${list}` : none,
  };
}

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
