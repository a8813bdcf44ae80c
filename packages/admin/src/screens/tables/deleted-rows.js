import { html } from '@plinth/plugin';
import { does, formErrors, listScreen, partsFor, routed } from '../../frame/index.js';
import { countText, historyText, restoredText } from '@plinth/server/pages';
import { keyOf } from './row.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { Field, Table, Values } from '@plinth/plugin' */
/** @import { Form, Outcome, Request } from '../../types.d.ts' */

const PAGE = 50;
/** More values than this don't help to recognize a row. */
const SHOWN = 6;
/** Characters per value. */
const LONGEST = 120;

const LIST = listScreen({
  at: '/:table/deleted',
  title: 'admin.deleted',
  icon: 'trash',
  empty: 'admin.deleted.none',
  within: (req, page) => tablePage(req, tableOf(req), { ...page, tab: 'data', icon: 'trash' }),
  async of(req) {
    const { app, actor } = req.ctx;
    const table = tableOf(req);
    const asked = { limit: PAGE + 1, before: req.query.get('before') ?? undefined };
    /** @type {any[]} */
    const entries = await app.data.history.deleted(actor, table.name, asked);
    const say = await historyText(app, req, table, entries);
    const rows = entries.slice(0, PAGE).map((entry) => lineOf(req, table, entry, say));
    return { rows, next: entries.length > PAGE ? { before: entries[PAGE - 1].id } : null };
  },
  list: (_req, lines) => lines,
  above: (req) =>
    !tableOf(req).history &&
    html`<div class="alert alert-info"><div>${req.ctx.t('admin.deleted.off')}
    <a href="${tableUrl(req.params.table, 'settings')}">${req.ctx.t('admin.deleted.turnOn')}</a></div></div>`,
  actions: (req) =>
    html`<a class="btn" href="${tableUrl(req.params.table, 'data')}">${req.ctx.t('admin.deleted.back')}</a>`,
});

/** Rows of a table that were deleted while its history was on: view and restore them. */
export const screen = {
  path: '/tables',
  title: 'admin.deleted',
  routes: routed({ ...LIST, 'POST /:table/deleted': does(restore) }),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function restore(req, form) {
  const { app, author, t } = req.ctx;
  const table = tableOf(req);
  const key = form.get('key') ?? '';
  try {
    const entry = form.get('entry') ?? '';
    const restored = await app.data.history.restoreDeleted(author, table.name, keyOf(table, key), entry);
    const all = restored.conflicts.length === 0;
    const next = all ? tableUrl(table.name, 'data', key) : tableUrl(table.name, 'deleted');
    return { next, said: restoredText(req, restored), kind: all ? 'success' : 'danger' };
  } catch (error) {
    const { message, hint, fields } = formErrors(error, t);
    const details = Object.entries(fields).map(([name, said]) => `${labelOf(table, name)}: ${said}`);
    const said = [message, ...details, hint].filter(Boolean).join('. ');
    return { next: tableUrl(table.name, 'deleted'), said, kind: 'danger' };
  }
}

/** @param {Table} table @param {string} name */
const labelOf = (table, name) => (table.hasField(name) ? table.field(name).label : name);

/** Who changed what is in the history. @param {Request} req @param {Values} entry of a history */
export const whoOf = ({ ctx: { t } }, { user }) => (user ? (user.name ?? t('admin.row.gone')) : t('admin.row.system'));

/** @typedef {(field: Field, value: unknown) => string} Say */

/** @param {Request} req @param {Table} table @param {Values} entry @param {Say} say */
function lineOf(req, table, entry, say) {
  const { t, formats } = req.ctx;
  const { icon, post } = partsFor(req);
  const own = titleOf(table, entry, say) || t('admin.deleted.row', { id: entry.key });
  const several = entry.rows > 1;
  const name = several ? t('deletion.deletedRows', { count: entry.rows, nouns: table.label }) : own;
  const values = several ? '' : valuesOf(table, entry.changes, say).join(' · ');
  const together = togetherOf(req, entry);
  const restore = post(tableUrl(table.name, 'deleted'), html`${icon('restore')} ${t('admin.deleted.restore')}`, {
    name: 'entry',
    value: entry.id,
    fields: { key: entry.key },
    says: t('admin.deleted.restoreNamed', { name }),
  });
  return html`<li class="list-group-item d-flex flex-wrap align-items-center gap-3"><div class="flex-fill"><strong>${name}</strong>
    <span class="text-secondary small">${t('admin.deleted.by', { who: whoOf(req, entry), when: formats.dateTime(entry.at) })}</span>
    ${values && html`<span class="d-block text-secondary">${values}</span>`}
    ${together && html`<span class="d-block small">${together}</span>`}</div>${restore}</li>`;
}

/** What comes back with a row. @param {Request} req @param {Values} entry */
function togetherOf(req, { takenBy, took }) {
  const { t, catalog, locale } = req.ctx;
  if (takenBy) return t('deletion.takenBy', { name: nameOfTaker(req, takenBy) });
  if (took.length === 0) return '';
  const counts = took.map((/** @type {Values} */ one) => countText(req, catalog.table(one.table), one.count));
  return t('deletion.took', { what: new Intl.ListFormat(locale, { type: 'conjunction' }).format(counts) });
}

/** @param {Request} req @param {{ table: string, key: string, title: unknown }} taker */
function nameOfTaker({ ctx: { t, catalog } }, { table, key, title }) {
  const name = typeof title === 'string' || typeof title === 'number' ? String(title).slice(0, LONGEST) : null;
  return name ?? `${catalog.table(table).label}, ${t('admin.deleted.row', { id: key })}`;
}

/** @param {Table} table @param {Values} entry @param {Say} say */
function titleOf(table, entry, say) {
  const change = entry.changes.find((/** @type {Values} */ one) => one.field === table.display);
  return change ? say(table.field(change.field), change.before).slice(0, LONGEST) : '';
}

/** @param {Table} table @param {Values[]} changes @param {Say} say @returns {string[]} */
function valuesOf(table, changes, say) {
  return changes
    .filter(({ field, before }) => table.hasField(field) && field !== table.display && before !== null)
    .slice(0, SHOWN)
    .map(({ field, label, before }) => `${label}: ${say(table.field(field), before).slice(0, LONGEST)}`);
}
