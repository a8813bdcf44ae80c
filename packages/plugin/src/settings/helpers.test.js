import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as helpers from './helpers.js';
import { checkSettings } from './check.js';
import { settingsJsonSchema } from './json-schema.js';

const { integer, list, multiselect, select, text } = helpers;

it('write a setting as its object says it', () => {
  assert.deepEqual(text('url', 'Address', { max: 4000 }), { name: 'url', type: 'text', label: 'Address', max: 4000 });
  assert.deepEqual(text('url'), { name: 'url', type: 'text' });
  assert.deepEqual(text('url', { default: '' }), { name: 'url', type: 'text', default: '' });
  const options = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
  ];
  const sort = { name: 'sort', type: 'select', label: 'Order', options };
  assert.deepEqual(select('sort', 'Order', { a: 'First', b: 'Second' }), sort);
  assert.deepEqual(select('sort', 'Order', options, { default: 'b' }), { ...sort, default: 'b' });
  assert.deepEqual(select('sort', 'Order', ['2', '1']).options, [
    { value: '2', label: '2' },
    { value: '1', label: '1' },
  ]);
  assert.equal(multiselect('sort', 'Order', options).type, 'multiselect');
  const items = [text('name', 'Name'), integer('count', 'Count', { min: 1 })];
  assert.deepEqual(list('rows', 'Rows', items, { max: 3 }), {
    name: 'rows',
    type: 'list',
    label: 'Rows',
    items,
    max: 3,
  });
});

it('have the name of their type, and stand beside objects', () => {
  for (const [name, helper] of Object.entries(helpers))
    assert.equal(/** @type {any} */ (helper)('a', 'A', []).type, name);
  const schema = [text('a', 'A', { required: true }), /** @type {const} */ ({ name: 'b', type: 'integer', min: 1 })];
  assert.deepEqual(checkSettings(schema, { a: 'x', b: 2 }), { a: 'x', b: 2 });
  assert.throws(() => checkSettings(schema, { a: 'x', b: 0 }), { code: 'SETTINGS_INVALID' });
  assert.throws(() => checkSettings(schema, {}), { code: 'SETTINGS_INVALID' });
  assert.deepEqual(
    settingsJsonSchema(schema),
    settingsJsonSchema([
      { name: 'a', type: 'text', label: 'A', required: true },
      { name: 'b', type: 'integer', min: 1 },
    ]),
  );
});
