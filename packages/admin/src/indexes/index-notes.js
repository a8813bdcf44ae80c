import { attrs, html } from '@plinth/plugin';
import { partsFor } from '../frame/index.js';
import { indexText } from './index-text.js';

/** @import { Html, Table, View } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

/**
 * Beside a view of a large table: the indexes that would serve it, each with a button that adds it, and those of its table that
 * are not built yet. The note asks for the progress until nothing is being built.
 *
 * @param {Request} req @param {View} view as stored, or as it is being built
 * @param {{ name: string, back: 'builder' | 'settings' }} place name: as stored; back: where the button leads
 * @returns {Promise<Html | null>} null: there is nothing to say
 */
export async function indexNotes(req, view, { name, back }) {
  const { app, catalog, t } = req.ctx;
  const { indexes } = app.data;
  if (!view.table || !catalog.hasTable(view.table)) return null;
  const table = catalog.table(view.table);
  if (table.system) return null;
  const unbuilt = await unbuiltNotes(req, table);
  const { suggested } = (await indexes.isBig(table)) ? await indexes.suggest(table, [view]) : { suggested: [] };
  if (suggested.length + unbuilt.notes.length === 0) return null;
  const url = `/admin/views/${name}/indexes`;
  const { icon, post } = partsFor(req);
  const offers = suggested.map((/** @type {{ kind?: 'search', fields: string[] }} */ { kind, fields }) => {
    const index = indexText(t, table, { kind, fields });
    const says = t('admin.indexes.addNamed', { name: index });
    const add = post(url, html`${icon('plus')} ${t('admin.indexes.add')}`, { says, fields: { kind, fields, back } });
    return note(html`${icon('bulb')} ${t('admin.indexes.missing', { table: table.label, name: index })}`, add);
  });
  const asking = unbuilt.isBuilding && {
    'hx-get': `${url}?back=${back}`,
    'hx-trigger': 'every 2s',
    'hx-select': '#view-indexes',
    'hx-swap': 'outerHTML',
  };
  return html`<div${attrs({ id: 'view-indexes', role: 'status', ...asking })}>${offers}${unbuilt.notes}</div>`;
}

/** @param {Request} req @param {Table} table */
async function unbuiltNotes({ ctx: { app, t } }, table) {
  const unbuilt = await app.data.indexes.unbuilt(table);
  const found = table.indexes.flatMap((index) => {
    const { state, percent } = unbuilt.get(index.id) ?? {};
    return state ? [{ name: indexText(t, table, index), state, percent: percent ?? 0 }] : [];
  });
  const link = html`<a class="btn btn-sm" href="/admin/tables/${table.name}/indexes">${t('admin.table.tab.indexes')}</a>`;
  return {
    isBuilding: found.some(({ state }) => state === 'building'),
    notes: found.map(({ name, state, percent }) =>
      state === 'building'
        ? note(t('admin.indexes.beingBuilt', { name, percent }), '')
        : note(t('admin.indexes.notBuilt', { name }), link),
    ),
  };
}

/** @param {unknown} text @param {unknown} button */
const note = (text, button) =>
  html`<div class="alert alert-info d-flex flex-wrap align-items-center gap-2"><div class="flex-fill">${text}</div>${button}</div>`;
