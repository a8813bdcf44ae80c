import { html } from '@plinth/plugin';
import { pageOf, partsFor, routed, shows } from '../../frame/index.js';
import { listTabs } from './tabs.js';

/** @import { AdminPage, Request } from '../../types.d.ts' */

/** All functions of the app. */
export const screen = {
  path: '/functions',
  title: 'admin.nav.functions',
  nav: { section: /** @type {const} */ ('automate'), icon: 'function', order: 20 },
  routes: routed({ 'GET /': shows(show) }),
};

/** @param {Request} req @returns {AdminPage} */
function show(req) {
  const { t, catalog } = req.ctx;
  const { empty, search, table, named, more, icon, badge, roleBadges } = partsFor(req);
  const q = req.query.get('q');
  const found = pageOf(
    req,
    catalog.functions.filter((fn) => !fn.package),
    (one) => `${one.name} ${one.label}`,
  );
  const list = table(
    t('admin.nav.functions'),
    [
      {
        label: t('admin.kind.function'),
        cell: ({ name, label }) => named(`/admin/functions/${name}`, label || name, name),
      },
      {
        label: t('admin.functions.address'),
        cell: ({ name, methods }) =>
          methods.length > 0 &&
          html`<div class="adm-badges">${methods.map((method) => badge(method))}<code>/fn/${name}</code></div>`,
        folds: true,
      },
      { label: t('admin.functions.roles'), cell: ({ roles }) => roleBadges(roles), folds: true },
      {
        label: t('admin.functions.runAs'),
        cell: ({ runAs }) => t(`admin.functions.runAs.${runAs}`),
        folds: true,
      },
    ],
    found.items,
  );
  const start = html`<a class="btn btn-primary" href="/admin/functions/~new">${icon('plus')} ${t('admin.functions.new')}</a>`;
  const isEmpty = found.items.length === 0;
  return {
    title: t('admin.nav.functions'),
    lead: t('admin.functions.lead'),
    actions: start,
    tabs: listTabs(req, 'functions'),
    body: html`${(found.items.length > 12 || q || found.more) && search(t('admin.filter'))}${
      isEmpty
        ? empty(
            'function',
            t(q ? 'admin.nothingFound' : 'admin.functions.empty'),
            q ? '' : t('admin.functions.emptyHelp'),
          )
        : html`${list}${more(found.more)}`
    }`,
  };
}
