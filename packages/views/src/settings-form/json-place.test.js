import assert from 'node:assert/strict';
import { it } from 'node:test';
import { html } from '@plinth/plugin';
import { buildCatalog } from '../testing/catalog.js';
import { postedBy } from '../testing/posted-form.js';
import { coreRegistry } from '../testing/core-registry.js';
import { readSettings } from './read-settings.js';
import { settingsForm } from './settings-form.js';

const registry = coreRegistry();
const catalog = buildCatalog({
  tables: { people: { name: 'text', details: 'json' }, notes: { text: 'text', person: 'relation:people' } },
});
const table = catalog.table('notes');
const parts = { registry, t: (/** @type {string} */ key) => key, icon: () => html``, catalog, table };
const schema = /** @type {any} */ ([{ name: 'where', type: 'filter' }]);
/** @param {any} where @param {(text: string) => string} [change] */
const posted = (where, change = (text) => text) =>
  readSettings(schema, postedBy(change(settingsForm(schema, { where }, parts).text)), parts).where;

it('a condition on a place inside of JSON has a form of its own, and comes back with its type', () => {
  for (const value of [5, true, 'Berlin', -1.5]) {
    const where = { field: 'person.details.address.city', op: 'eq', value };
    assert.match(settingsForm(schema, { where }, parts).text, /name="where\.0\.inside" value="address\.city"/);
    assert.deepEqual(posted(where), where);
  }
});

it('a text that looks like a number stays a text', () => {
  const where = { field: 'person.details.zip', op: 'eq', value: '10115' };
  assert.deepEqual(posted(where), where);
});

it('a place behind a field that is no JSON is left out', () => {
  const where = { field: 'person.details.zip', op: 'eq', value: 5 };
  const found = posted(where, (text) =>
    text
      .replace('value="person.details" selected', 'value="person.details"')
      .replace('value="text"', 'value="text" selected'),
  );
  assert.deepEqual(found, { field: 'text', op: 'eq', value: '5' });
});
