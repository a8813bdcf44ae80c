/** @import { Catalog, ElementCompiler, Field, Registry, RenderEnv, RowModel, Table, Values } from '../index.d.ts' */
import { sampleTraits } from './sample-traits.js';
import { html, raw } from '../html.js';
import { createFormats } from '../texts/formats.js';

// A compiler that accepts everything: any table, view or field that an element names exists. Contract tests use it
// because they must run in a plugin's own repository, without Plinth.

const t = (/** @type {string} */ key) => key;
const formats = createFormats({ locale: 'en', timeZone: 'UTC', t });
const icon = () => raw('<svg aria-hidden="true"></svg>');
const value = () => html`<span>value</span>`;

/** @param {Record<string, string>} [types] of fields by name; others are texts @returns {ElementCompiler} */
export function sampleCompiler(types = {}) {
  const table = sampleTable(types);
  return {
    catalog: sampleCatalog(table),
    registry: /** @type {Registry} */ (
      /** @type {unknown} */ ({
        traitsOf: sampleTraits,
        fieldType: (/** @type {string} */ name) => ({
          traits: sampleTraits(name),
          format: String,
          views: { show: 'text', edit: 'text' },
          parse: String,
        }),
        action: (/** @type {string} */ name) => ({ name, label: name }),
      })
    ),
    table,
    t,
    formats,
    icon,
    select: () => 'c1',
    children: value,
    child: value,
    placement: () => '',
    show: () => value,
    print: () => () => value(),
    edit: () => value,
    filter: () => value,
    childRows: () => value,
    search: () => value,
    embed: () => value,
    place: () => value,
    piece: () => value,
    mayOpen: () => () => true,
    cell: () => null,
    mayEdit: () => () => true,
    viewUrl: (view) => () => `/view/${view}`,
    condition: () => () => true,
    expression: () => () => 'value',
    expressionText: () => () => 'value',
    inText: () => {},
    pictures: () => null,
    action: (node, options) => () => html`<button class="${options.class ?? 'btn'}">${options.label}</button>`,
  };
}

/** @returns {RowModel} */
export function sampleRow() {
  return /** @type {RowModel} */ (
    /** @type {unknown} */ ({
      row: { c1: 'value' },
      rowId: 7,
      env: sampleEnv(),
      state: {
        id: '7',
        sort: null,
        sorts: [],
        count: false,
        after: null,
        before: null,
        search: null,
        filters: [],
        groups: [],
        asked: [],
        scope: null,
        presets: {},
        query: {},
        own: {},
      },
      form: null,
      slots: {},
      location: {
        id: 'v-test',
        path: '/view/test',
        param: (/** @type {string} */ name) => name,
        fieldParam: (/** @type {string} */ name) => name,
        href: () => '/view/test',
        without: () => '/view/test',
        hidden: () => html``,
      },
    })
  );
}

/** @returns {RenderEnv} */
function sampleEnv() {
  return {
    actor: { userId: null, roles: ['public'], system: false },
    formats,
    t,
    fileUrl: (file) => `/files/${typeof file === 'string' ? file : file.id}/file`,
    assetUrl: (path) => `/assets/${path}`,
    viewUrl: (view, state = {}) => `/view/${view}?${new URLSearchParams(/** @type {Values} */ (state))}`,
    pageUrl: (page) => `/page/${page}`,
    icon,
    here: '/view/test',
    today: () => '2026-11-22',
  };
}

/** @param {Record<string, string>} types @returns {Table} */
function sampleTable(types) {
  return /** @type {Table} */ (
    /** @type {unknown} */ ({
      name: 'things',
      label: 'Things',
      key: 'identity',
      icon: 'table',
      access: { public: { read: 'all', create: 'all', update: 'all', delete: 'all' } },
      display: 'name',
      fields: [],
      field: (/** @type {string} */ name) => sampleField(name, types[name]),
      hasField: () => true,
    })
  );
}

/** @param {string} name @param {string} [type] @returns {Field} */
function sampleField(name, type = 'text') {
  return /** @type {Field} */ (
    /** @type {unknown} */ ({
      name,
      label: name,
      type,
      traits: sampleTraits(type),
      attributes: {},
      required: false,
      auto: null,
      target: null,
    })
  );
}

/** @param {Table} table @returns {Catalog} */
function sampleCatalog(table) {
  const known = (/** @type {string} */ name) => ({ name, label: name, roles: [] });
  return /** @type {Catalog} */ (
    /** @type {unknown} */ ({
      table: () => table,
      view: known,
      page: known,
      piece: known,
      function: known,
      hasTable: () => true,
      hasView: () => true,
      hasPage: () => true,
      hasPiece: () => true,
      hasFunction: () => true,
      hasSecret: () => true,
      children: () => [],
      path: (/** @type {Table} */ from, /** @type {string} */ path) => ({
        steps: [],
        field: sampleField(path),
        table: from,
      }),
    })
  );
}
