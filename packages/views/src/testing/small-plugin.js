/** @import { Element, FieldView, Plugin, ShowModel, ViewTemplate } from '@plinth/plugin' */
import { createRegistry, definePlugin, html } from '@plinth/plugin';
import { testFieldTypes } from './field-types.js';

/** Elements that do one thing each. @type {Element[]} */
const elements = [
  element('stack', 'any', (node, c) => c.children(node.children)),
  element('say', 'none', (node) => html`<p>${node.settings.text}</p>`),
  element('value', 'none', (node, c) => c.show(node.settings.field)),
  element('control', 'none', (node, c) => c.edit(node.settings.field)),
  element('press', 'none', (node, c) => c.action(node, { action: 'touch', config: {}, label: html`Touch` })),
  element('fail', 'none', () => {
    throw new Error('on purpose');
  }),
  {
    ...element('place', 'none', (node, c) => c.embed({ view: node.settings.view, relation: node.settings.relation })),
    settings: [
      { name: 'view', type: 'view' },
      { name: 'relation', type: 'json' },
    ],
  },
  {
    ...element('kids', 'any', (node, c) => c.childRows(node.settings.relation, node.children ?? [])),
    settings: [{ name: 'relation', type: 'childRelation' }],
  },
];

/** @param {string} name @param {Element['children']} children @param {Element['compile']} compile @returns {Element} */
function element(name, children, compile) {
  return {
    name,
    label: name,
    icon: 'point',
    group: 'content',
    settings: [
      { name: 'text', type: 'text' },
      { name: 'field', type: 'fieldPath' },
    ],
    children,
    scope: 'any',
    compile,
  };
}

/** @type {ViewTemplate} */
const rowsTemplate = {
  name: 'rows',
  label: 'rows',
  icon: 'list',
  description: '',
  needsTable: true,
  settings: [{ name: 'layout', type: 'layout' }],
  defaults: () => ({}),
  compile(view, c) {
    const layout = c.layout(view.config.layout);
    return {
      query: c.rows({ select: layout.select, sort: [{ field: 'id' }], search: true, sortable: ['title', 'posted'] }),
      render: (result, context) =>
        html`${(result?.rows ?? []).map((row) => layout.render({ row, rowId: row.id, ...context }))}`,
    };
  },
};

/** @type {ViewTemplate} */
const oneTemplate = {
  ...rowsTemplate,
  name: 'one',
  compile(view, c) {
    const layout = c.layout(view.config.layout);
    const query = c.rows({ select: layout.select, limit: 1, paging: false, byId: true });
    return {
      query,
      render: (result, context) => {
        const row = result?.rows[0];
        return row ? html`${layout.render({ row, rowId: row.id, ...context })}` : html`none`;
      },
      row: { select: layout.select, render: layout.render },
      missing: (result) => !result?.rows.length,
    };
  },
};

/** Several statements, a style sheet of its own, and a parameter. @type {ViewTemplate} */
const partsTemplate = {
  ...rowsTemplate,
  name: 'parts',
  styles: ['small/parts.css'],
  scripts: ['small/parts.js'],
  compile(view, c) {
    const byTitle = { by: ['title'], limit: 2 };
    const parts = c.rows({ select: [], paging: false, parts: byTitle });
    const people = c.rows({ select: [{ as: 'name', field: 'title' }], limit: 5, paging: false });
    return {
      query: parts,
      queries: (state, actor) => (state.own.people === 'no' ? {} : { people: people(state, actor) }),
      render: (result, { results }) =>
        html`${result?.rows.length ?? 'none'} and ${results?.people?.rows.length ?? 'none'}`,
    };
  },
};

/** @type {ViewTemplate} */
const formTemplate = {
  ...rowsTemplate,
  name: 'form',
  compile(view, c) {
    const layout = c.layout(view.config.layout, { form: true });
    const byId = c.rows({ select: layout.select, limit: 1, paging: false, byId: true });
    return {
      query: (state, actor) => (state.id === null ? null : byId(state, actor)),
      render: (result, context) => {
        const row = result?.rows[0] ?? null;
        const form = context.form ?? { values: context.state.presets, errors: {}, id: row?.id ?? null };
        return html`<form>${layout.render({ row, rowId: row?.id ?? null, ...context, form })}</form>`;
      },
      form: { table: view.table ?? '', destination: () => null, autosave: false, fixed: {} },
    };
  },
};

/** @param {string} name @param {FieldView['mode']} mode @returns {FieldView} */
function fieldView(name, mode) {
  return {
    name,
    label: name,
    mode,
    types: '*',
    settings: [],
    needs: (field) => (field.type !== 'relation' ? [] : mode === 'edit' ? [{ name: 'choices', choices: true }] : []),
    render: (m) => (mode === 'show' ? html`<b>${/** @type {ShowModel} */ (m).value}</b>` : input(m)),
  };
}

/** @param {any} m */
function input(m) {
  return html`<input id="${m.id}" name="${m.name}" value="${m.value}">`;
}

/** @type {Plugin} */
const smallPlugin = {
  name: 'small',
  version: '1.0.0',
  api: '^1',
  elements,
  viewTemplates: [rowsTemplate, oneTemplate, partsTemplate, formTemplate],
  fieldTypes: testFieldTypes.map((type) => ({ ...type, views: { show: 'plain', edit: 'input' } })),
  fieldViews: [fieldView('plain', 'show'), fieldView('input', 'edit')],
  actions: [
    {
      name: 'touch',
      label: 'Touch',
      icon: 'hand',
      settings: [],
      needsRow: true,
      right: 'update',
      run: async () => ({}),
    },
  ],
};

/** A registry of the smallest definitions, for tests of the compiler and the plans. */
export function smallRegistry() {
  const plugin = definePlugin(smallPlugin);
  return createRegistry([plugin], new Set([plugin]));
}
