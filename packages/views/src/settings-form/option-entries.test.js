import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSettings, createRegistry, html } from '@plinth/plugin';
import { buildCatalog } from '../testing/catalog.js';
import { postedBy } from '../testing/posted-form.js';
import { smallRegistry } from '../testing/small-plugin.js';
import { readSettings } from './read-settings.js';
import { settingsForm } from './settings-form.js';

const registry = createRegistry([...smallRegistry().plugins]);
const catalog = buildCatalog({ tables: { things: {} } });
const parts = { registry, t: (/** @type {string} */ key) => key, icon: () => html``, catalog, table: null };
/** @type {import('@plinth/plugin').SettingsSchema} */
const schema = [
  {
    name: 'options',
    type: 'list',
    entries: 'options',
    items: [
      { name: 'value', type: 'text', required: true },
      { name: 'label', type: 'text' },
      { name: 'colour', type: 'select', options: [{ value: 'red', label: 'Red' }] },
    ],
  },
];
/** @param {any} values */
const print = (values, more = {}) => settingsForm(schema, values, { ...parts, ...more }).text;
/** @param {URLSearchParams} form */
const read = (form) => readSettings(schema, form, parts).options;

describe('a list of options', () => {
  it('gives back what it was given, without scripts', () => {
    const options = [{ value: 'open', label: 'Open <b>', colour: 'red' }, { value: 'Done' }, { value: 'x y' }];
    assert.deepEqual(read(postedBy(print({ options }))), options);
    assert.deepEqual(read(postedBy(print({ options: [] }))), []);
  });

  it('stores a new option under its name, and an old one under its value', () => {
    const form = postedBy(print({ options: [{ value: 'open', label: 'Open' }] }));
    form.set('options.0.label', 'Opened');
    form.set('options.1.label', ' New ');
    assert.deepEqual(read(form), [{ value: 'open', label: 'Opened' }, { value: 'New' }]);
  });

  it('says which option has neither name nor value, and keeps the others', () => {
    const form = postedBy(print({ options: [{ value: 'open' }, { value: 'done' }] }));
    form.set('options.1.label', '');
    form.set('options.1.value', '');
    const values = readSettings(schema, form, parts);
    assert.deepEqual(values.options, [{ value: 'open' }, {}]);
    assert.throws(() => checkSettings(schema, values), { code: 'SETTINGS_INVALID' });
    assert.match(print(values, { errors: { 'options.1.value': 'is required' } }), /is required/);
  });

  it('writes names as text, and knows no other colour than those of the palette', () => {
    const text = print({ options: [{ value: '"><script>', colour: 'x" onclick="' }] });
    assert.doesNotMatch(text, /<script>|onclick="/);
  });
});
