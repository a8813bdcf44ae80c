import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offersAt } from '../assets/source/completion.js';

const named = (/** @type {string[]} */ ...names) => names.map((name) => ({ name, label: name.toUpperCase() }));
const setting = (/** @type {string} */ name, /** @type {string} */ type, more = {}) => ({
  name,
  type,
  label: '',
  ...more,
});
const columns = [
  setting('field', 'fieldPath'),
  setting('width', 'select', { options: named('auto', 'wide') }),
  setting('view', 'fieldView'),
];
const schema = {
  top: [setting('name', 'text'), setting('roles', 'roles'), setting('config', 'json'), setting('layout', 'layout')],
  config: [setting('columns', 'list', { items: columns }), setting('layout', 'layout'), setting('live', 'boolean')],
  table: 'orders',
  elements: {
    stack: { label: 'Stack', settings: [setting('gap', 'select', { options: named('1', '2') })] },
    heading: { label: 'Heading', settings: [setting('text', 'text'), setting('field', 'field')] },
  },
  actions: {},
  fieldViews: { badge: { label: 'Badge', settings: [setting('colour', 'text')] } },
  tables: { orders: { label: 'Orders', fields: named('customer', 'due') } },
  views: named('list'),
  pages: [],
  roles: named('user', 'staff'),
};

/** What is offered at the mark | of a text. @param {string} text */
function offered(text) {
  const at = text.indexOf('|');
  const found = offersAt(text.replace('|', ''), at, schema);
  return found?.offers.map(({ label }) => label);
}

describe('completion in a source', () => {
  for (const [what, text, wanted] of /** @type {[string, string, string[]][]} */ ([
    ['keys at the top that are not written yet', 'name: a\n|\nconfig:\n', ['roles', 'layout']],
    ['roles in a list', 'roles:\n  - |', ['user', 'staff']],
    ['roles in a list without indentation', 'roles:\n- u|', ['user', 'staff']],
    ['settings of the template', 'config:\n  |', ['columns', 'layout', 'live']],
    ['yes and no', 'config:\n  live: t|', ['true', 'false']],
    ['keys of an entry of a list', 'config:\n  columns:\n    - field: due\n      |', ['width', 'view']],
    ['fields of the table', 'config:\n  columns:\n    - field: c|', ['customer', 'due']],
    ['options', 'config:\n  columns:\n    - field: due\n      width: |', ['auto', 'wide']],
    [
      'settings of a field view',
      'config:\n  columns:\n    - view:\n        view: badge\n        options:\n          |',
      ['colour'],
    ],
    ['element types', 'layout:\n  type: |', ['stack', 'heading']],
    ['element types of children', 'layout:\n  type: stack\n  children:\n    - type: h|', ['stack', 'heading']],
    ['settings by the type after them', 'layout:\n  settings:\n    |\n  type: heading', ['text', 'field']],
    [
      'settings of a child',
      'layout:\n  type: stack\n  children:\n    - type: heading\n      settings:\n        |',
      ['text', 'field'],
    ],
    ['fields in an element', 'layout:\n  type: heading\n  settings:\n    field: |', ['customer', 'due']],
    ['sizes of screens', 'layout:\n  type: heading\n  at:\n    phone:\n      |', ['width', 'order', 'hidden']],
    [
      'keys of a node',
      'layout:\n  type: stack\n  children:\n    - type: heading\n      |',
      ['id', 'settings', 'visible', 'at', 'children'],
    ],
  ]))
    it(`offers ${what}`, () => assert.deepEqual(offered(text), wanted));

  it('offers nothing where nothing is known, and stands any text', () => {
    for (const text of [
      'name: |',
      'unknown:\n  |',
      ': |',
      'config: [|',
      'a: b: c|',
      '"|"',
      'config:\n  layout:\n    x:\n      |',
    ])
      assert.deepEqual(offered(text) ?? [], [], text);
    for (const text of ['|', '- - - |', '\t|', '\n\n  - |\n- :', '#|']) assert.doesNotThrow(() => offered(text), text);
  });
});
