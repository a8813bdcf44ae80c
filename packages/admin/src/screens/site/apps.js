import { html } from '@plinth/plugin';
import { expectField, listScreen, partsFor, routed, saves, shows, task, tasks } from '../../frame/index.js';
import { appPreview } from './app-preview.js';
import { appTexts } from './app-texts.js';
import { buildAddress } from '../../objects/build-address.js';

/** @import { App, AppDocument } from '@plinth/plugin' */
/** @import { Request, Response, Shown, Tried } from '../../types.d.ts' */

const LIST = listScreen({
  title: 'admin.nav.apps',
  lead: 'admin.apps.lead',
  icon: 'apps',
  empty: 'admin.apps.empty',
  of: ({ ctx: { catalog } }) => catalog.apps,
  words: ({ name, label }) => `${name} ${label}`,
  list: linesOf,
  actions: (req) =>
    html`<a class="btn" href="/admin/apps/import">${partsFor(req).icon('file-import')} ${req.ctx.t('admin.apps.import')}</a>`,
  below: starters,
});

/** The apps on this server: export and removal; new ones from the gallery or a file. */
export const screen = {
  path: '/apps',
  title: 'admin.nav.apps',
  help: 'guide/apps#apps',
  finds: tasks(task('app', '/admin/apps')),
  nav: { section: 'site', icon: 'apps', order: 10 },
  routes: routed({
    ...LIST,
    'GET /:app/export': exportApp,
    'GET /:app/delete': shows(showDelete),
    'POST /:app/delete': saves(
      ({ params }) => ({ edit: 'remove-app', input: { app: params.app }, next: '/admin/apps' }),
      showDelete,
    ),
  }),
};

/** @param {Request} req @param {Response} res */
async function exportApp(req, res) {
  const { app, author } = req.ctx;
  const rows = req.query.get('rows') !== '0';
  const document = await app.data.apps.export(author, req.params.app, { rows });
  res.html(app.data.apps.text(document), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${req.params.app.replace(/[^a-z0-9_-]/gi, '_')}.plinth.json"`,
    },
  });
}

/** @param {Request} req */
export const crumbs = ({ ctx: { t } }) => [{ label: t('admin.nav.apps'), url: '/admin/apps' }];

/**
 * Apps to choose from, each in a card.
 *
 * @param {Request} req @param {(document: AppDocument, label: string) => unknown} content below the description
 */
export function gallery(req, content) {
  const cards = req.ctx.app.registry.all('starterApp').map((document) => {
    const { label, description } = appTexts(req, document);
    return html`<li class="card">${appPreview(document, label)}<div class="card-body"><h3>${label}</h3>
      <p class="text-secondary">${description}</p>${content(document, label)}</div></li>`;
  });
  return html`<ul class="adm-gallery d-grid gap-3 list-unstyled">${cards}</ul>`;
}

/** @param {Request} req @param {readonly App[]} apps */
function linesOf(req, apps) {
  const { t, catalog } = req.ctx;
  const { icon, line } = partsFor(req);
  const count = (/** @type {readonly { app: string | null }[]} */ objects, /** @type {string} */ name) =>
    objects.filter((one) => one.app === name).length;
  return apps.map(({ name, label, icon: picture }) => {
    const holds = [
      t('admin.tables.count', { count: count(catalog.tables, name) }),
      t('admin.tables.views', { count: count(catalog.views, name) }),
      t('admin.pages.count', { count: count(catalog.pages, name) }),
    ];
    const url = `/admin/apps/${name}`;
    return line(html`<span class="adm-card-icon">${icon(picture || 'apps')}</span>
      <div class="flex-fill"><strong>${label}</strong> <code class="text-secondary">${name}</code>
        <div class="text-secondary small">${holds.join(' · ')}</div></div>
      <details class="dropdown">
        <summary class="btn btn-sm dropdown-toggle" aria-label="${t('admin.apps.exportNamed', { name: label })}">${t('admin.apps.export')}</summary>
        <div class="dropdown-menu dropdown-menu-end"><a class="dropdown-item" href="${url}/export">${t('admin.apps.exportRows')}</a>
        <a class="dropdown-item" href="${url}/export?rows=0">${t('admin.apps.exportBare')}</a></div></details>
      <a class="btn btn-sm" href="${url}/rights" aria-label="${t('admin.apps.reachEditNamed', { name: label })}">${t('admin.apps.reachEdit')}</a>
      <a class="btn btn-sm btn-ghost-danger" href="${url}/delete" aria-label="${t('admin.deleteNamed', { name: label })}">${icon('trash')}</a>`);
  });
}

/** @param {Request} req */
function starters(req) {
  const { t, hidden } = partsFor(req);
  const offered = gallery(req, ({ app: { name } }, label) => {
    const text = t(req.ctx.catalog.apps.some((one) => one.name === name) ? 'admin.apps.again' : 'admin.apps.install');
    return html`<a class="btn" href="/admin/apps/install/${name}">${text}${hidden(`: ${label}`)}</a>`;
  });
  return html`<h2>${t('admin.start.apps')}</h2>${offered}`;
}

/** @param {Request} req @param {Tried} tried @returns {Shown} */
function showDelete(req, { errors }) {
  const { t, catalog } = req.ctx;
  const found = catalog.apps.find(({ name }) => name === req.params.app);
  if (!found) return '/admin/apps';
  const mine = (/** @type {{ app: string | null }} */ one) => one.app === found.name;
  const objects = [
    ...catalog.tables
      .filter(mine)
      .map(({ name, label }) => ({ kind: 'table', label, url: `/admin/tables/${name}/data` })),
    ...catalog.views
      .filter(mine)
      .map(({ name, label }) => ({ kind: 'view', label: label || name, url: buildAddress('view', name) })),
    ...catalog.pages
      .filter(mine)
      .map(({ name, title }) => ({ kind: 'page', label: title, url: buildAddress('page', name) })),
  ];
  return {
    title: t('admin.deleteNamed', { name: found.label }),
    icon: 'trash',
    crumbs: crumbs(req),
    errors,
    template: 'confirm-delete',
    model: {
      help: t('admin.apps.deleteHelp', { name: found.label }),
      goes: objects.slice(0, 100).map((one) => ({ ...one, word: t(`admin.kind.${one.kind}`) })),
      uses: [],
      expect: expectField(catalog, found.id),
      action: `/admin/apps/${found.name}/delete`,
      cancel: '/admin/apps',
    },
  };
}
