/** @import { Catalog, Field, Node, Registry, Table, ViewTemplate } from '@plinth/plugin' */
import { defineViewTemplate, html, node } from '@plinth/plugin';
import { liveSetting } from './parts/settings.js';
import { displayField, fieldViewIfAny, shownFields, siteWords } from './parts/default-fields.js';

/** One row, with a layout. */
export const show = defineViewTemplate({
  name: 'show',
  order: 20,
  label: 'vt.show',
  icon: 'file-text',
  description: 'vt.show.description',
  needsTable: true,
  settings: [
    { name: 'layout', type: 'layout', label: 'vt.layout', required: true },
    { name: 'empty', type: 'text', label: 'vt.show.empty', max: 200 },
    liveSetting,
  ],
  defaults: showDefaults,
  compile(view, c) {
    const layout = c.layout(view.config.layout, { bar: true });
    const query = c.rows({ select: layout.select, limit: 1, paging: false, byId: true });
    const mark = c.icon('search-off');
    const none = view.config.empty ? c.t(view.config.empty) : c.t('views.show.none', { view: view.label });

    return {
      query: (state, actor) => (isChosen(state) ? query(state, actor) : null),
      missing: (result) => !result || result.rows.length === 0,
      texts: layout.texts,
      row: { select: layout.select, render: layout.render },
      render(result, context) {
        const row = result?.rows[0];
        if (row) return html`${layout.render({ row, rowId: row.id, ...context })}`;
        // An embedded view without a row is not an error: nothing has been selected yet, or nothing is related.
        return html`<div class="empty"><div class="empty-icon">${mark}</div><p class="empty-title">${none}</p></div>`;
      },
    };
  },
});

/** @param {import('@plinth/plugin').ViewState} state */
function isChosen(state) {
  return state.id !== null || state.scope !== null || state.filters.length > 0;
}

/**
 * The row's label as heading with buttons, the other fields as a definition list in two columns, long texts below, and
 * related rows of other tables that have a list. Each field that people fill in is there.
 *
 * @type {ViewTemplate['defaults']}
 */
function showDefaults(table, { catalog, registry, links }) {
  const t = siteWords(catalog, registry);
  const display = displayField(table);
  const title = titleOf(display, registry);
  // A long text in the title is cut, so the field itself follows as well.
  const fields = shownFields(table, registry).filter(
    (field) => field !== display || title.length === 0 || isLarge(field),
  );
  const long = fields.filter((field) => isLarge(field));
  const short = fields.filter((field) => !isLarge(field));
  const half = Math.ceil(short.length / 2);
  const facts = [short.slice(0, half), short.slice(half)]
    .filter((part) => part.length > 0)
    .map((part) =>
      node(
        'column',
        { width: short.length > 3 ? 6 : 12 },
        part.map((field) => fact(field, 'beside', catalog, registry)),
      ),
    );
  const buttons = [
    ...(links.list
      ? [
          node('view_link', {
            view: links.list,
            row: false,
            label: t('views.back_to_list', { table: table.label }),
            style: 'ghost',
            icon: 'arrow-left',
          }),
        ]
      : []),
    ...(links.edit
      ? [node('view_link', { view: links.edit, row: true, label: t('views.edit'), style: 'primary', icon: 'pencil' })]
      : []),
  ];
  return {
    layout: node('stack', {}, [
      ...(title.length + buttons.length > 0
        ? [
            node('stack', { direction: 'row', justify: 'between' }, [
              ...title,
              node('stack', { direction: 'row' }, buttons),
            ]),
          ]
        : []),
      ...(facts.length + long.length > 0
        ? [
            node('card', {}, [
              ...(facts.length > 0 ? [node('columns', {}, facts)] : []),
              ...long.map((field) => fact(field, 'above', catalog, registry)),
            ]),
          ]
        : []),
      ...childLists(table, catalog),
    ]),
  };
}

/** Whether it needs the whole width. @param {Field} field */
const isLarge = ({ traits }) => traits.isLong || traits.isPicture;

/** Characters of a long text that a title takes, without making the top bar high. */
const TITLE_LENGTH = 50;

/**
 * What the row is called, as the heading; none where the label field is nothing that reads as a line.
 *
 * @param {Field | null} display @param {Registry} registry @returns {Node[]}
 */
function titleOf(display, registry) {
  if (!display) return [];
  const settings = { field: display.name, level: '1' };
  if (!isLarge(display)) return [node('heading', settings)];
  const text = display.traits.isFree && !display.traits.isMarkup && fieldViewIfAny(registry, 'text', display.type);
  return text ? [node('heading', { ...settings, view: { ...text, options: { length: TITLE_LENGTH } } })] : [];
}

/**
 * A field with its label. A relation links to its row, if that has a page.
 *
 * @param {Field} field @param {string} label @param {Catalog} catalog @param {Registry} registry
 */
function fact(field, label, catalog, registry) {
  const target = catalog.views.find((view) => view.template === 'show' && view.table === field.target);
  const view = target && fieldViewIfAny(registry, 'relation_link', field.type);
  return node('field', {
    field: field.name,
    label,
    ...(view && { view: { ...view, options: { view: target.name } } }),
  });
}

/** @param {Table} table @param {Catalog} catalog @returns {Node[]} */
function childLists(table, catalog) {
  return catalog.children(table.name).flatMap(({ table: child, field }) => {
    const list = catalog.views.find((view) => view.template === 'list' && view.table === child.name);
    if (!list || child.system) return [];
    return [node('embed', { view: list.name, relation: 'child', child: `${child.name}.${field.name}` })];
  });
}
