import { html } from '@plinth/plugin';
import { helpUrl } from '../../help/guide.js';
import { openForm, partsFor, renderAdmin, routed, shows } from '../../frame/index.js';
import { templateOf } from '../views/list.js';
import { buildAddress } from '../../objects/build-address.js';

/** @import { Request, Shown } from '../../types.d.ts' */

/** Jump to a table, a view, a page, a task, a setting or a page of the help: the palette's list, or a screen without JavaScript. */
export const screen = { path: '/search', title: 'admin.jump.title', routes: routed({ 'GET /': shows(show) }) };

const MOST = 30;

/** @param {Request} req @returns {Promise<Shown>} */
async function show(req) {
  const { t } = req.ctx;
  const { icon, list } = partsFor(req);
  const q = req.query.get('q') ?? '';
  const found = await find(req, q);
  if (req.query.has('part')) return renderAdmin(req, 'site/search-results', { found });
  const lines = found.map(
    (one) => html`<li class="list-group-item"><a href="${one.url}">${icon(one.icon)} ${one.label}</a>
      <span class="text-secondary">${one.detail}</span></li>`,
  );
  const none = html`<li class="list-group-item text-secondary">${t('admin.nothingFound')}</li>`;
  return {
    title: t('admin.jump.title'),
    body: html`${openForm({ class: 'mb-3 adm-inline', method: 'get', attrs: { role: 'search' } })}
      <input class="form-control" type="search" name="q" value="${q}" aria-label="${t('admin.jump.title')}">
      <button class="btn btn-primary">${t('admin.search')}</button></form>${list(lines.length > 0 ? lines : [none])}`,
  };
}

/**
 * The best matches: those whose label begins with what is typed, those that have it in their label, then all others; the
 * documentation last, as people mostly look for where to do something.
 *
 * @param {Request} req @param {string} q
 */
async function find(req, q) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...made(req), ...screens(req), ...(words.length > 0 ? await helpPages(req) : [])];
  return all
    .map((one) => ({ ...one, rank: rankOf(one, words) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => Number(a.rank) - Number(b.rank))
    .slice(0, MOST);
}

/**
 * How well it matches, best first; null if a word is missing.
 *
 * @param {Entry} entry @param {readonly string[]} words
 */
function rankOf({ label, name, detail, kind }, words) {
  const [first = ''] = words;
  const inLabel = label.toLowerCase();
  const everywhere = `${inLabel} ${name} ${detail}`.toLowerCase();
  if (!words.every((word) => everywhere.includes(word))) return null;
  const last = kind === 'help' ? 3 : 0;
  if (inLabel.startsWith(first)) return last;
  return last + (words.every((word) => inLabel.includes(word)) ? 1 : 2);
}

/**
 * @typedef {object} Entry
 * @property {string} label @property {string} name other words to find it by @property {string} icon
 * @property {string} kind @property {string} url @property {string} detail what it is
 */

/** What this site was built from. @param {Request} req @returns {Entry[]} */
function made(req) {
  const { t, catalog } = req.ctx;
  return [
    ...catalog.tables.map(({ name, label, icon }) => ({
      label,
      name,
      icon: icon || 'table',
      kind: 'table',
      url: `/admin/tables/${name}/data`,
      detail: t('admin.kind.table'),
    })),
    ...catalog.views.map((view) => ({
      label: view.label || view.name,
      name: view.name,
      icon: 'layout-list',
      kind: 'view',
      url: buildAddress('view', view.name),
      detail: `${t('admin.kind.view')} · ${templateOf(req, view).label}`,
    })),
    ...catalog.pages.map(({ name, title }) => ({
      label: title,
      name,
      icon: 'file-text',
      kind: 'page',
      url: buildAddress('page', name),
      detail: t('admin.kind.page'),
    })),
    ...catalog.pieces.map(({ name, label }) => ({
      label: label || name,
      name,
      icon: 'puzzle',
      kind: 'piece',
      url: buildAddress('piece', name),
      detail: t('admin.kind.piece'),
    })),
  ];
}

/** The screens of the sidebar, and the tasks and settings of all. @param {Request} req @returns {Entry[]} */
function screens(req) {
  const { t, app } = req.ctx;
  return [
    ...app.screens.areas().map(({ area, title, icon }) => ({
      label: t(title),
      name: area,
      icon,
      kind: 'screen',
      url: `/admin/${area}`,
      detail: t('admin.kind.screen'),
    })),
    ...app.screens.finds(req).map(({ kind, label, words = '', url }) => ({
      label,
      name: words,
      icon: kind === 'setting' ? 'settings' : 'bolt',
      kind,
      url,
      detail: t(`admin.kind.${kind}`),
    })),
  ];
}

/** Pages of the documentation and their headings. @param {Request} req @returns {Promise<Entry[]>} */
async function helpPages({ ctx: { t, app } }) {
  const headings = await app.screens.guide.headings();
  return headings.map(({ page, id, text }) => ({
    label: text,
    name: page,
    icon: 'help',
    kind: 'help',
    url: helpUrl(id ? `${page}#${id}` : page),
    detail: t('admin.kind.help'),
  }));
}
