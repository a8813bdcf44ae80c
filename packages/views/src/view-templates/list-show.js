/** @import { RowModel, TypeMatch, ViewTemplate } from '@plinth/plugin' */
import { defineViewTemplate, escapeHtml, Html as Markup, html, isOfType, renderer } from '@plinth/plugin';
import { fieldPath } from '@plinth/plugin/settings';
import { rowsWhere } from './parts/rows-where.js';
import { createEmpty } from './parts/empty.js';
import { createFrame } from './parts/frame.js';
import { createLink } from './parts/create-link.js';
import { createPaging } from './parts/paging.js';
import { createSearchBox } from './parts/search-box.js';
import { displayField, newestFirst, ownFields } from './parts/default-fields.js';
import { createSettings, frameSettings, rowsSettings } from './parts/settings.js';

/** Master and detail: rows on one side, the selected one beside them through another view. */
export const listShow = defineViewTemplate({
  name: 'list_show',
  order: 60,
  label: 'vt.listShow',
  icon: 'layout-sidebar-left-expand',
  description: 'vt.listShow.description',
  needsTable: true,
  settings: [
    fieldPath('titleField', 'vt.listShow.titleField', { required: true }),
    fieldPath('subtitleField', 'vt.listShow.subtitleField'),
    {
      name: 'showView',
      type: 'view',
      label: 'vt.listShow.showView',
      required: true,
      viewTemplates: ['show', 'edit'],
    },
    ...createSettings,
    ...rowsSettings,
    ...frameSettings,
  ],
  defaults: (table, { registry, links }) => ({
    titleField: displayField(table)?.name ?? 'id',
    ...subtitle(table, registry),
    showView: links.show,
    ...(links.edit && { createView: links.edit }),
    sort: newestFirst(table, registry),
  }),
  compile(view, c) {
    const { config } = view;
    const scope = c.scope();
    const title = renderer(scope.c.show(config.titleField, listView(config.titleField, c)));
    const second = config.subtitleField
      ? c.attempt('config.subtitleField', () =>
          renderer(scope.c.show(config.subtitleField, listView(config.subtitleField, c))),
        )
      : null;
    c.embedded(config.showView);
    const slot = `${view.name}.detail`;
    const query = c.rows({
      select: scope.done().select,
      where: rowsWhere(config),
      sort: config.sort,
      limit: config.pageSize,
      search: true,
    });
    const frame = createFrame(view, c.t);
    const create = createLink(config, c);
    const search = createSearchBox(config.search, c);
    const empty = createEmpty(config, c, create);
    const paging = createPaging(c);
    const choose = html`<div class="empty"><div class="empty-icon">${c.icon('list-details')}</div><p class="empty-title">${c.t('views.listShow.choose')}</p><p class="empty-subtitle">${c.t('views.listShow.choose.hint')}</p></div>`;
    const back = html`${c.icon('arrow-left')}<span>${c.t('views.listShow.back', { view: view.config.title ? c.t(view.config.title) : view.label })}</span>`;
    const untitled = c.t('views.untitled');

    return {
      query,
      embeds: [{ slot, view: config.showView, relation: { kind: 'same' }, state: {} }],
      render(result, context) {
        /** @type {RowModel} */
        const m = { row: null, rowId: null, ...context };
        const rows = result?.rows.length ? result.rows : null;
        let entries = '';
        // On a page with other content the row's detail may be far down; on its own page it comes first.
        const at = context.location.path === `/view/${view.name}` ? '' : `#${context.location.id}`;
        for (const row of rows ?? []) {
          m.row = row;
          m.rowId = row.id;
          const chosen = String(row.id) === context.state.id;
          const name = title(m).text || escapeHtml(untitled);
          const more = second ? `<small class="d-block text-secondary">${second(m).text}</small>` : '';
          entries +=
            html`<a class="list-group-item list-group-item-action${chosen && ' active'}" href="${context.location.href({ id: String(row.id) })}${at}"${chosen && html` aria-current="true"`}>${new Markup(name + more)}</a>`
              .text;
        }
        const entriesOf = html`<nav class="list-group list-group-flush" aria-label="${view.label}">${new Markup(entries)}</nav>`;
        const parts = {
          actions: search(context),
          create: rows && create(context, 'btn btn-sm btn-primary'),
          body: rows ? entriesOf : empty(context),
          footer: paging(result, context.location),
        };
        const master = frame({ ...parts, flush: true }, context);
        if (context.state.id === null) {
          return html`<div class="pl-split"><div class="pl-split-list">${master}</div><div class="pl-split-detail">${rows && choose}</div></div>`;
        }
        const toList = html`<a class="btn btn-ghost pl-split-back" href="${context.location.href({ id: null })}${at}">${back}</a>`;
        return html`<div class="pl-split pl-split-chosen"><div class="pl-split-list">${master}</div><div class="pl-split-detail">${toList}${context.slots[slot]}</div></div>`;
      },
    };
  },
});

/** @param {string} path @param {import('@plinth/plugin').ViewCompiler} c */
function listView(path, c) {
  const found = c.table && c.catalog.path(c.table, path);
  const name = found ? c.registry.fieldType(found.field.type).views.list : undefined;
  return { view: name, inLink: true };
}

/** What tells rows apart. @type {readonly TypeMatch[]} */
const TELLING = [{ value: 'choice', isMany: false }, { hasDay: true }, { value: 'reference', groups: true }];

/** @param {import("@plinth/plugin").Table} table @param {import("@plinth/plugin").Registry} registry */
function subtitle(table, registry) {
  const second = ownFields(table, registry).find((field) => field.name !== table.display && isOfType(field, TELLING));
  return second ? { subtitleField: second.name } : {};
}
