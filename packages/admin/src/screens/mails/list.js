import { html } from '@plinth/plugin';
import { pageOf, partsFor, routed, shows } from '../../frame/index.js';

/** @import { AdminPage, Request } from '../../types.d.ts' */

/** All mail templates. */
export const screen = {
  path: '/mails',
  title: 'admin.nav.mails',
  nav: { section: /** @type {const} */ ('automate'), icon: 'mail', order: 30 },
  routes: routed({ 'GET /': shows(show) }),
};

/** @param {Request} req @returns {AdminPage} */
function show(req) {
  const { t, catalog } = req.ctx;
  const { empty, search, table, named, more, icon } = partsFor(req);
  const q = req.query.get('q');
  const found = pageOf(req, catalog.mails, (one) => `${one.name} ${one.label} ${one.subject}`);
  const about = (/** @type {string | null} */ name) =>
    name && catalog.hasTable(name) ? catalog.table(name).label : html`<span class="text-secondary">–</span>`;
  const list = table(
    t('admin.nav.mails'),
    [
      { label: t('admin.mails.one'), cell: ({ name, label }) => named(`/admin/mails/${name}`, label, name) },
      { label: t('admin.mails.subject'), folds: true, class: 'text-break', cell: ({ subject }) => subject },
      { label: t('admin.mails.table'), folds: true, cell: (one) => about(one.table) },
    ],
    found.items,
  );
  const add = html`<a class="btn btn-primary" href="/admin/mails/~new">${icon('plus')} ${t('admin.mails.new')}</a>`;
  const none = q
    ? empty('mail', t('admin.nothingFound'))
    : html`<div class="card">${empty('mail', t('admin.mails.empty'), html`${t('admin.mails.emptyHelp')}<br><span class="d-inline-block mt-3">${add}</span>`)}</div>`;
  return {
    title: t('admin.nav.mails'),
    lead: t('admin.mails.lead'),
    actions: catalog.mails.length > 0 ? add : null,
    body: html`${(found.items.length > 12 || q || found.more) && search(t('admin.filter'))}${
      found.items.length === 0 ? none : html`${list}${more(found.more)}`
    }`,
  };
}
