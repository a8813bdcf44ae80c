/** @import { Select } from '@plinth/plugin' */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSettings } from '@plinth/plugin';
import { actors, buildCatalog } from '../../testing/catalog.js';
import { coreRegistry } from '../../testing/core-registry.js';
import { planRunner } from '../../testing/run-plan.js';

const registry = coreRegistry();
const show = registry.viewTemplate('show');
const FIELDS = {
  name: 'text',
  number: 'integer',
  state: 'select:open,done',
  owner: 'user:users',
  due: 'date',
  customer: 'relation:customers',
  paid: 'boolean',
  notes: 'long_text',
};
const EMPTY_ROW = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, null]));

/**
 * The detail view that one click makes for a table, as a row of it shows it.
 *
 * @param {Record<string, unknown>} row @param {{ fields?: Record<string, string>, staffOnly?: string, update?: 'all' | 'none', actor?: import('@plinth/plugin').Actor }} [options]
 *   staffOnly: a field that others may not read; update: who may change rows
 */
function shown(row, { fields = FIELDS, staffOnly, update = 'none', actor = actors.staff } = {}) {
  const tables = { customers: { name: 'text' }, orders: fields };
  const built = (/** @type {any[]} */ views) => {
    const access = { public: { read: /** @type {const} */ ('all'), update } };
    const catalog = buildCatalog({ tables, views, access: /** @type {any} */ (access) });
    if (staffOnly) catalog.table('orders').field(staffOnly).access = { read: ['staff'], write: ['staff'] };
    return catalog;
  };
  const bare = built([]);
  const config = show.defaults(bare.table('orders'), { catalog: bare, registry, links: {} });
  checkSettings(show.settings, config);
  const views = [{ name: 'order', template: 'show', table: 'orders', config }];
  const { run } = planRunner(registry, built(views));
  const values = (/** @type {Select} */ select) => ('field' in select ? (row[String(select.field)] ?? null) : true);
  return run('/view/order?id=1', { values, actor }).text;
}

/** @param {string} text */
const titleOf = (text) => /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1];
/** @param {string} text */
const chipsOf = (text) => [...text.matchAll(/<dl class="pl-fact"><dt>(.*?)<\/dt>/g)].map(([, label]) => label);

describe('the title of a row', () => {
  it('is its title field', () => {
    assert.equal(titleOf(shown({ ...EMPTY_ROW, name: 'Forklift <b>', number: 3 })), 'Forklift &lt;b&gt;');
  });

  it('is a sentence of its first values where the title field is empty', () => {
    const row = { ...EMPTY_ROW, number: 42, state: 'open', customer: 'Harbour & Co', due: '2026-12-24' };
    assert.equal(titleOf(shown(row)), 'Number 42 · open · 2026-12-24');
    assert.equal(titleOf(shown({ ...EMPTY_ROW, customer: 'Harbour & Co' })), 'Harbour &amp; Co');
  });

  it('is never a mere number, whatever field the title is', () => {
    assert.equal(titleOf(shown({ ...EMPTY_ROW, name: '1' })), 'Name 1');
    assert.equal(titleOf(shown({ ...EMPTY_ROW, name: '2026-11', state: 'done' })), 'Name 2026-11 · done');
    const fields = { number: 'integer', place: 'text' };
    assert.equal(titleOf(shown({ number: 1, place: 'Hamburg' }, { fields })), 'Number 1 · Hamburg');
    assert.equal(titleOf(shown({ number: 1, place: null }, { fields })), 'Number 1');
  });

  it('says so where the row has no value at all', () => {
    assert.equal(titleOf(shown(EMPTY_ROW)), 'Untitled');
    assert.equal(titleOf(shown({ ...EMPTY_ROW, name: '  ', notes: 'Long text', paid: true })), 'Untitled');
  });

  it('holds no value that only some may read', () => {
    const row = { ...EMPTY_ROW, state: 'open', number: 42 };
    for (const actor of [actors.staff, actors.public])
      assert.equal(titleOf(shown(row, { staffOnly: 'state', actor })), 'Number 42');
    assert.deepEqual(chipsOf(shown(row, { staffOnly: 'state', actor: actors.public })), []);
    assert.deepEqual(chipsOf(shown(row, { staffOnly: 'state', actor: actors.staff })), ['State']);
  });
});

describe('values that are edited in place', () => {
  const row = { ...EMPTY_ROW, name: 'Forklift', state: 'open', number: 42 };
  /** @param {string} text */
  const edited = (text) => [...text.matchAll(/data-field="(\w+)" data-kind/g)].map(([, name]) => name);

  it('are marked with what they hold, empty ones too, and know where they are saved', () => {
    const text = shown(row, { update: 'all' });
    assert.match(text, /data-pl-record="\/view\/order\/cells" data-id="1"/);
    assert.match(text, /data-field="number" data-kind="number" data-name="Number" data-v="42">/);
    assert.match(text, /data-field="state" data-kind="\w+" data-name="State" data-v="open"/);
    assert.deepEqual(edited(text), ['state', 'owner', 'due', 'number', 'customer', 'paid', 'notes']);
    assert.deepEqual(chipsOf(text), ['State', 'Owner', 'Due']);
  });

  it('are none for people who may not change the row', () => {
    assert.deepEqual(edited(shown(row)), []);
    assert.doesNotMatch(shown(row), / data-[ev][ =>]/);
  });

  it('leave out fields that the reader may not write', () => {
    assert.ok(!edited(shown(row, { update: 'all', staffOnly: 'number', actor: actors.public })).includes('number'));
    assert.ok(edited(shown(row, { update: 'all', staffOnly: 'number', actor: actors.staff })).includes('number'));
  });
});

describe('what a generated detail view shows', () => {
  it('key facts as chips, empty ones left out, and every other field below', () => {
    const row = { ...EMPTY_ROW, name: 'Forklift', state: 'open', due: '2026-12-24', number: 42, notes: 'Soon' };
    const text = shown(row);
    assert.deepEqual(chipsOf(text), ['State', 'Due']);
    for (const label of ['Number', 'Customer', 'Paid', 'Notes'])
      assert.match(text, new RegExp(`<span class="pl-label">${label}</span>`), label);
    assert.doesNotMatch(text, /<span class="pl-label">(?:State|Due|Owner|Name)</);
  });

  it('no chips where a row has so few fields that they are all seen at once', () => {
    const fields = { name: 'text', state: 'select:open,done', due: 'date' };
    const text = shown({ name: 'Forklift', state: 'open', due: '2026-12-24' }, { fields });
    assert.deepEqual(chipsOf(text), []);
    assert.match(text, /<span class="pl-label">State<\/span>/);
  });

  it('the number that is part of the title, among the fields too', () => {
    const fields = { number: 'integer', place: 'text' };
    assert.match(shown({ number: 1, place: 'Hamburg' }, { fields }), /<span class="pl-label">Number<\/span>/);
  });

  it('related rows as lists, more than two of them as tabs', () => {
    const of = (/** @type {number} */ count) => {
      const names = Array.from({ length: count }, (_, i) => `part${i}`);
      const tables = {
        orders: { name: 'text' },
        ...Object.fromEntries(names.map((name) => [name, { title: 'text', order: 'relation:orders' }])),
      };
      const views = names.map((name) => ({ name, template: 'list', table: name, config: {} }));
      const catalog = buildCatalog({ tables, views });
      return JSON.stringify(show.defaults(catalog.table('orders'), { catalog, registry, links: {} }));
    };
    assert.equal(of(2).match(/"type":"embed"/g)?.length, 2);
    assert.doesNotMatch(of(2), /"type":"tab"/);
    assert.equal(of(3).match(/"type":"tab"/g)?.length, 3);
    assert.match(of(3), /"child":"part2.order"/);
  });
});
