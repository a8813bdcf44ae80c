import { html } from '@plinth/plugin';
import { listScreen, partsFor, routed } from '../../frame/index.js';
import { problemsOf } from '../../objects/problems.js';
import { wordOf } from '../../objects/kind-words.js';
import { partName } from '../../revisions/summary-text.js';

/** @import { Request } from '../../types.d.ts' */

const MOST = 200;

const LIST = listScreen({
  title: 'admin.nav.problems',
  lead: 'admin.problems.lead',
  icon: 'circle-check',
  empty: 'admin.problems.none',
  of: (req) => problemsOf(req.ctx.app, req),
  list: (req, problems) => problems.slice(0, MOST).map((one) => lineOf(req, one)),
  below: ({ ctx: { t } }, _tried, { length }) =>
    length > MOST && html`<p class="text-secondary">${t('admin.problems.more', { count: length - MOST })}</p>`,
});

/** Dangling references, with links to where they are. */
export const screen = {
  path: '/problems',
  title: 'admin.nav.problems',
  help: 'guide/builder#when-something-is-missing',
  nav: { section: 'site', icon: 'alert-triangle', order: 50 },
  routes: routed(LIST),
};

/** @param {Request} req @param {Awaited<ReturnType<typeof problemsOf>>[number]} problem */
function lineOf(req, { kind, name, at = '', message, url }) {
  const { t, icon, line } = partsFor(req);
  const what = wordOf(kind, { t, registry: req.ctx.app.registry });
  return line(html`<span class="text-danger">${icon('alert-triangle')}</span><div class="flex-fill"><strong>${message}</strong>
    <div class="text-secondary small">${what} <code>${name}</code> · ${partName(at, t)}</div></div>
    <a class="btn btn-sm" href="${url}" aria-label="${t('admin.problems.goNamed', { name })}">${t('admin.problems.go')}</a>`);
}
