import { definePlugin } from '@plinth/plugin';

/** @param {string} name @param {any[]} settings @param {(table: any, links: any) => any} defaults */
const template = (name, settings, defaults) => ({
  name,
  label: name[0].toUpperCase() + name.slice(1),
  icon: 'table',
  description: '',
  needsTable: true,
  settings,
  defaults: (/** @type {any} */ table, /** @type {any} */ { links }) => defaults(table, links),
  compile: () => {
    throw new Error('Not for rendering');
  },
});

const columns = { name: 'columns', type: 'list', items: [{ name: 'field', type: 'fieldPath' }] };

/** View templates and elements with every kind of reference, for tests of edits. */
export const testViews = definePlugin(
  /** @type {any} */ ({
    name: 'test-views',
    version: '1.0.0',
    api: '^1',
    elements: [
      {
        name: 'stack',
        label: 'Stack',
        icon: 'stack',
        group: 'layout',
        settings: [],
        children: 'any',
        scope: 'any',
        compile: () => '',
      },
      {
        name: 'field',
        label: 'Field',
        icon: 'abc',
        group: 'data',
        settings: [{ name: 'field', type: 'fieldPath', required: true }],
        children: 'none',
        scope: 'row',
        compile: () => '',
      },
      {
        name: 'embed',
        label: 'Embed',
        icon: 'abc',
        group: 'data',
        settings: [{ name: 'view', type: 'view', required: true }],
        children: 'none',
        scope: 'any',
        compile: () => '',
      },
    ],
    viewTemplates: [
      template(
        'list',
        [
          columns,
          { name: 'where', type: 'filter' },
          { name: 'sort', type: 'sort' },
          { name: 'show', type: 'view' },
          { name: 'when', type: 'expression' },
        ],
        (table, links) => ({
          columns: table.fields.map((/** @type {any} */ field) => ({ field: field.name })),
          show: links.show,
        }),
      ),
      template('show', [{ name: 'layout', type: 'layout' }], () => ({
        layout: { id: 'root', type: 'stack', children: [] },
      })),
      template('edit', [columns], (table) => ({ columns: [{ field: table.display }] })),
    ],
  }),
);
