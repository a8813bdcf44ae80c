import { html } from '@plinth/plugin';
import { partsFor, routed, shows } from '../../frame/index.js';
import { problemsOf } from '../../objects/problems.js';
import { wordOf } from '../../objects/kind-words.js';
import { partName } from '../../revisions/summary-text.js';

/** @import { AdminPage, Request } from '../../types.d.ts' */

/** Dangling references, with links to where they are. */
export const screen = {
  path: '/problems',
  title: 'admin.nav.problems',
  nav: { section: 'site', icon: 'alert-triangle', order: 50 },
  routes: routed({ 'GET /': shows(show) }),
};

const MOST = 200;

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { t, app } = req.ctx;
  const { icon, list, line } = partsFor(req);
  const problems = await problemsOf(app, req);
  const lines = problems.slice(0, MOST).map(({ kind, name, at = '', message, url }) =>
    line(html`<span class="text-danger">${icon('alert-triangle')}</span><div class="flex-fill"><strong>${message}</strong>
      <div class="text-secondary small">${wordOf(kind, { t, registry: app.registry })} <code>${name}</code> · ${partName(at, t)}</div></div>
      <a class="btn btn-sm" href="${url}" aria-label="${t('admin.problems.goNamed', { name })}">${t('admin.problems.go')}</a>`),
  );
  const none = html`<div class="empty"><div class="empty-icon text-success">${icon('circle-check')}</div>
    <p class="empty-title">${t('admin.problems.none')}</p>
    <p class="empty-subtitle text-secondary">${t('admin.problems.noneHelp')}</p></div>`;
  const more = problems.length - MOST;
  return {
    title: t('admin.nav.problems'),
    lead: t('admin.problems.lead'),
    body: html`${lines.length > 0 ? list(lines) : none}${
      more > 0 && html`<p class="text-secondary mt-2">${t('admin.problems.more', { count: more })}</p>`
    }`,
  };
}
