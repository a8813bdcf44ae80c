import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSettings, createRegistry, html } from '@plinth/plugin';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { buildCatalog } from '../testing/catalog.js';
import { postedBy } from '../testing/posted-form.js';
import { smallRegistry } from '../testing/small-plugin.js';
import { viewTemplates } from '../view-templates/index.js';
import { readSettings } from './read-settings.js';
import { settingsForm } from './settings-form.js';

const registry = createRegistry([...smallRegistry().plugins]);
const catalog = buildCatalog({
  tables: {
    categories: { name: 'text' },
    threads: {
      title: 'text',
      points: 'integer',
      done: 'boolean',
      status: 'select:open,done',
      category: 'relation:categories',
    },
    replies: { body: 'text', thread: 'relation:threads' },
  },
  views: [{ name: 'thread_list', template: 'rows', table: 'threads' }],
});
const table = catalog.table('threads');
const parts = { registry, t: (/** @type {string} */ key) => key, icon: () => html``, catalog, table };
/** @param {any} schema @param {any} values */
const print = (schema, values, more = {}) => settingsForm(schema, values, { ...parts, ...more }).text;
/** @param {any} schema @param {any} values */
const roundTrip = (schema, values) =>
  readSettings(schema, postedBy(print(schema, values, { prefix: 'settings.' })), { ...parts, prefix: 'settings.' });

const word = fc.stringMatching(/^[a-z<>&"' ]{0,8}[a-z]$/);
const fieldName = fc.constantFrom('title', 'points', 'done', 'category.name');
const condition = fc.oneof(
  fc.record({
    field: fc.constantFrom('title', 'status'),
    op: fc.constantFrom('eq', 'contains'),
    value: word.map((text) => text.trim()),
  }),
  fc.record({ field: fc.constant('points'), op: fc.constantFrom('gte', 'eq'), value: fc.integer() }),
  fc.record({
    field: fc.constant('points'),
    op: fc.constant('in'),
    value: fc.array(fc.integer(), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ field: fc.constant('done'), op: fc.constant('eq'), value: fc.boolean() }),
  fc.record({ field: fc.constant('title'), op: fc.constant('empty') }),
  fc.record({ field: fc.constant('created_by'), op: fc.constant('eq'), value: fc.constant({ user: 'id' }) }),
  fc.record({ child: fc.constant('replies.thread') }),
);
const filter = fc.oneof(
  condition,
  fc.record({ all: fc.array(condition, { maxLength: 3 }) }),
  fc.record({ any: fc.array(fc.oneof(condition, fc.record({ not: condition })), { minLength: 1, maxLength: 3 }) }),
);

describe('a settings form', () => {
  it('names a field of the table in the examples of texts', () => {
    const schema = [
      { name: 'a', type: 'text', expressions: true, help: 'Such as {{ row.name }}' },
      { name: 'b', type: 'text', help: 'Such as {{ row.name }}' },
    ];
    assert.match(print(schema, {}), /{{ row\.title }}.*{{ row\.name }}/s);
    assert.match(print(schema, {}, { table: null }), /{{ row\.name }}.*{{ row\.name }}/s);
  });

  it('notes the messages that stand beside its controls, and no other', () => {
    /** @type {any} */
    const schema = [
      { name: 'a', type: 'text' },
      { name: 'b', type: 'text' },
      { name: 'rows', type: 'list', items: [{ name: 'title', type: 'text' }] },
    ];
    const errors = { a: 'A <is> wrong', b: 'B is wrong', 'rows.0.title': 'Too long', gone: 'Whatever' };
    const explained = new Set();
    const only = (/** @type {{ name: string }} */ { name }) => name !== 'b';
    const shown = print(schema, { rows: [{ title: 'x' }] }, { errors, explained, only });
    assert.deepEqual([...explained], ['A <is> wrong', 'Too long']);
    assert.equal(shown.match(/class="invalid-feedback/g)?.length, 2);
  });

  it('prints entries in which next to nothing is chosen yet', () => {
    for (const { name, settings } of viewTemplates) {
      for (const { name: key, items = [] } of settings.filter(({ type }) => type === 'list')) {
        const half = items.flatMap(({ name: one, type, options }) =>
          [undefined, null, '', 'threads', 'replies.thread', ...(options ?? []).map(({ value }) => value)]
            .filter((value) => !['list', 'filter', 'fieldView', 'action'].includes(type) || !value)
            .map((value) => ({ [one]: value })),
        );
        assert.match(print(settings, { [key]: [{}, ...half] }), /data-pl-entry=/, name);
      }
    }
  });

  it('offers views of some templates only for the table at hand', () => {
    const schema = [{ name: 'view', type: 'view', label: 'View', ownTable: ['rows'] }];
    assert.match(print(schema, {}), /thread_list/);
    for (const other of [catalog.table('replies'), null])
      assert.doesNotMatch(print(schema, {}, { table: other }), /thread_list/);
  });

  it('has the control for a fixed value that fits its field', () => {
    /** @type {any} */
    const schema = [
      { name: 'field', type: 'field', filledIn: true },
      { name: 'value', type: 'text', fills: 'field' },
    ];
    const shown = (/** @type {string} */ field, value = '') => print(schema, { field, value }).split('name="value"')[1];
    assert.match(shown('status', 'done'), /<option value="open">.*<option value="done" selected>/);
    assert.match(shown('status', 'Done'), /<option value="done" selected>/);
    assert.match(shown('status', 'dne'), /<option value="dne" selected>dne \(\?\)/);
    assert.match(shown('done', 'true'), /<option value="true" selected>/);
    assert.match(shown('points', '3'), /type="number"/);
    for (const [field, value] of [
      ['points', 'many'],
      ['title', 'x'],
      ['gone', 'x'],
      ['', 'x'],
    ])
      assert.match(shown(field, value), new RegExp(`type="text"[^>]*value="${value}"`), field);
    const fields = print(schema, {}).split('name="value"')[0];
    assert.match(fields, /value="status"/);
    assert.doesNotMatch(fields, /value="(id|created_at)"/);
  });

  it('offers many views by their tables, those of the table at hand first', () => {
    const views = ['replies', 'threads', 'categories'].flatMap((of) =>
      ['a', 'b', 'c', 'd'].map((name) => ({ name: `${of}_${name}`, template: 'rows', table: of })),
    );
    const many = buildCatalog({ tables: { replies: {}, threads: {}, categories: {} }, views });
    const schema = [{ name: 'to', type: /** @type {const} */ ('view') }];
    const shown = print(schema, { to: 'replies_b' }, { catalog: many, table: many.table('threads') });
    assert.deepEqual(
      [...shown.matchAll(/<optgroup label="(\w+)"/g)].map(([, label]) => label),
      ['Threads', 'Categories', 'Replies'],
    );
    assert.match(shown, /<option value="replies_b" selected>/);
    assert.doesNotMatch(print(schema, {}), /optgroup/);
  });

  it('puts choices of one group below its heading', () => {
    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B', group: 'More <than one>' },
      { value: 'c', label: 'C', group: 'More <than one>' },
    ];
    const schema = [{ name: 'one', type: /** @type {const} */ ('select'), options, attrs: { 'data-x': 'y' } }];
    assert.match(
      print(schema, { one: 'c' }),
      /<select[^>]* data-x="y"[^]*<option value="a">A<\/option><optgroup label="More &lt;than one&gt;"><option value="b">B<\/option><option value="c" selected>C<\/option><\/optgroup><\/select>/,
    );
    assert.deepEqual(roundTrip(schema, { one: 'c' }), { one: 'c' });
  });

  it('keeps the heading of a group of boxes for screen readers if it has to be bare', () => {
    const schema = [{ name: 'many', type: /** @type {const} */ ('multiselect'), label: 'Roles', options: [] }];
    assert.match(print(schema, {}, { bare: true }), /<legend class="form-label visually-hidden">Roles</);
    assert.match(print(schema, {}), /<legend class="form-label">Roles</);
  });

  it('says so if there is nothing to choose from', () => {
    const choice = (/** @type {string[]} */ fieldTypes) =>
      print([{ name: 'files', type: /** @type {const} */ ('fields'), fieldTypes }], {});
    assert.match(choice(['duration']), /settingsForm\.noChoices/);
    assert.doesNotMatch(choice(['text']), /noChoices/);
  });

  it('labels an entry by its contents', () => {
    const columns = [
      { kind: 'field', field: 'category.name' },
      { kind: 'aggregate', relation: 'replies.thread' },
    ];
    const list = viewTemplates.find(({ name }) => name === 'list');
    assert.match(print(list?.settings, { columns }), /1<.span>\. Name<[^]*2<.span>\. Replies</);
  });

  it('gives back what it was filled with', () => {
    /** @type {import('@plinth/plugin').SettingsSchema} */
    const schema = [
      { name: 'label', type: 'text' },
      { name: 'note', type: 'longtext' },
      { name: 'size', type: 'integer', default: 20 },
      { name: 'on', type: 'boolean', default: true },
      {
        name: 'kind',
        type: 'select',
        options: [
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ],
        default: 'a',
      },
      {
        name: 'flags',
        type: 'multiselect',
        options: [
          { value: 'x', label: 'X' },
          { value: 'y', label: 'Y' },
        ],
      },
      { name: 'field', type: 'fieldPath' },
      { name: 'where', type: 'filter' },
      { name: 'sort', type: 'sort' },
      { name: 'show', type: 'fieldView', of: 'field' },
      { name: 'data', type: 'json' },
      {
        name: 'items',
        type: 'list',
        items: [
          { name: 'field', type: 'field', required: true },
          { name: 'wide', type: 'boolean', default: false },
          { name: 'inner', type: 'list', items: [{ name: 'text', type: 'text', required: true }] },
        ],
      },
    ];
    const values = fc.record(
      {
        label: word,
        note: fc.stringMatching(/^[a-z\n<]{1,12}$/),
        size: fc.integer({ min: 1, max: 99 }),
        on: fc.boolean(),
        kind: fc.constantFrom('a', 'b'),
        flags: fc.uniqueArray(fc.constantFrom('x', 'y')).map((list) => list.sort()),
        field: fieldName,
        where: filter,
        sort: fc.array(fc.record({ field: fieldName, descending: fc.constant(true) }, { requiredKeys: ['field'] }), {
          maxLength: 3,
        }),
        show: fc.record({ view: fc.constant('plain'), options: fc.constant({}) }),
        data: fc.oneof(fc.integer(), fc.record({ a: word })),
        items: fc.array(
          fc.record({
            field: fc.constantFrom('title', 'points'),
            wide: fc.boolean(),
            inner: fc.array(fc.record({ text: word }), { maxLength: 2 }),
          }),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(values, (given) => {
        const before = withoutEmptyLists(checkSettings(schema, given));
        assert.deepEqual(withoutEmptyLists(checkSettings(schema, roundTrip(schema, given))), before);
      }),
      { numRuns: 200, seed: SEED },
    );
  });

  it('drops entries left empty or marked, and keeps the order', () => {
    /** @type {import('@plinth/plugin').SettingsSchema} */
    const schema = [
      {
        name: 'items',
        type: 'list',
        items: [
          { name: 'kind', type: 'select', default: 'a', options: [{ value: 'a', label: 'A' }] },
          { name: 'text', type: 'text' },
        ],
      },
    ];
    const form = new URLSearchParams({
      'items.0.text': 'one',
      'items.1.text': 'two',
      'items.1._remove': '1',
      'items.10.text': 'last',
      'items.2.kind': 'a',
      'items.2.text': '',
    });
    assert.deepEqual(
      readSettings(schema, form, parts).items,
      [{ text: 'one' }, { text: 'last' }].map((entry) => ({ ...entry })),
    );
  });

  it('leaves out what does not count by a sibling', () => {
    /** @type {import('@plinth/plugin').SettingsSchema} */
    const schema = [
      {
        name: 'kind',
        type: 'select',
        options: [
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ],
        default: 'a',
      },
      { name: 'only', type: 'text', showIf: { name: 'kind', in: ['b'] } },
    ];
    assert.deepEqual(readSettings(schema, new URLSearchParams('kind=a&only=x'), parts), { kind: 'a' });
    assert.deepEqual(readSettings(schema, new URLSearchParams('kind=b&only=x'), parts), { kind: 'b', only: 'x' });
  });

  it('offers fields of the table that a sibling names', () => {
    /** @type {import('@plinth/plugin').SettingsSchema} */
    const schema = [
      { name: 'relation', type: 'childRelation' },
      { name: 'of', type: 'field', of: 'relation' },
    ];
    const text = print(schema, { relation: 'replies.thread' });
    assert.match(text, /<option value="replies\.thread" selected>/);
    assert.match(text, /<option value="body">/);
    assert.doesNotMatch(text, /<option value="points">/);
  });

  it('keeps a name that is no more, and marks it', () => {
    const text = print([{ name: 'field', type: 'field' }], { field: 'gone' });
    assert.match(text, /<option value="gone" selected>gone \(\?\)<\/option>/);
  });

  it('puts messages beside their control', () => {
    const text = print(
      [{ name: 'items', type: 'list', items: [{ name: 'text', type: 'text' }] }],
      { items: [{ text: 'x' }] },
      { errors: { 'items.0.text': 'too <short>' } },
    );
    assert.match(text, /id="s-items\.0\.text-error">too &lt;short&gt;/);
    assert.match(text, /aria-describedby="s-items\.0\.text-error"/);
  });

  it('prints and reads the settings of every view template', () => {
    for (const template of viewTemplates) {
      const config = template.defaults(table, { catalog, registry, links: { show: 'thread_list' } });
      const { layout: ignored, ...rest } = config;
      const { layout: also, ...back } = roundTrip(template.settings, rest);
      assert.doesNotThrow(
        () =>
          checkSettings(
            template.settings.filter((setting) => setting.type !== 'layout'),
            back,
          ),
        template.name,
      );
    }
  });

  it('offers no actions on a row where there is none, but keeps one that is chosen', () => {
    const schema = [{ name: 'do', type: 'action', unattended: true }];
    const offers = (/** @type {any} */ more, values = {}) => /<option value="touch"/.test(print(schema, values, more));
    assert.deepEqual([offers({}), offers({ table: null })], [true, false]);
    assert.equal(offers({ table: null }, { do: { action: 'touch' } }), true);
  });

  it('fits a value to the one field that is chosen, and says what an empty one means', () => {
    const schema = [
      { name: 'fields', type: 'fields' },
      { name: 'to', type: 'text', fills: 'fields', none: 'any' },
      { name: 'size', type: 'integer', default: 256 },
    ];
    assert.match(print(schema, { fields: ['status'] }), /<option value="" *>any<[^]*<option value="open"/);
    assert.match(
      print(schema, { fields: ['points'] }),
      /<input [^>]*type="number"[^>]*name="to"|name="to"[^>]*type="number"/,
    );
    assert.doesNotMatch(print(schema, { fields: ['status', 'done'] }), /<select/);
    assert.match(print(schema, {}), /name="size"[^>]*placeholder="256"/);
  });

  it('I10: shows hostile values as text', () => {
    const hostile = `"><script>alert(1)</script>`;
    const text = print(
      [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'field' },
        { name: 'c', type: 'longtext' },
      ],
      { a: hostile, b: hostile, c: `</textarea>${hostile}` },
    );
    assert.doesNotMatch(text, /<script/);
  });
});

/** An empty list says the same as none. @param {any} value @returns {any} */
function withoutEmptyLists(value) {
  if (Array.isArray(value)) return value.map(withoutEmptyLists);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => !(Array.isArray(entry) && entry.length === 0))
      .map(([key, entry]) => [key, withoutEmptyLists(entry)]),
  );
}
