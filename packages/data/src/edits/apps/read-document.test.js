import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError, createRegistry } from '@plinth/plugin';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { dataPlugin } from '../../core-plugin.js';
import { readDocument } from './read-document.js';

const registry = createRegistry([dataPlugin]);
const GOOD = {
  plinth: 1,
  app: { name: 'crm', label: 'CRM' },
  roles: [{ name: 'sales', label: 'Sales' }],
  tables: [
    {
      name: 'people',
      label: 'People',
      fields: [{ name: 'title', label: 'Title', type: 'text' }],
      access: { sales: { read: 'all', update: { rule: 'row.title == "x"' } } },
    },
  ],
  views: [{ name: 'all', label: 'All', table: 'people', template: 'list', config: { columns: [{ field: 'title' }] } }],
  pages: [{ name: 'home', title: 'Home', layout: { id: 'a', type: 'stack', children: [{ id: 'b', type: 'text' }] } }],
  pieces: [{ name: 'p', label: 'P', layout: { id: 'c', type: 'stack' } }],
  triggers: [{ name: 't', label: 'T', source: 'schedule', options: {}, steps: [{ do: { action: 'a', config: {} } }] }],
  workflows: [{ name: 'w', label: 'W', steps: [] }],
  functions: [{ name: 'f', label: 'F', code: 'return 1' }],
  packages: [{ name: 'dayjs', version: '1.0.0', hash: 'x', code: 'x' }],
  secrets: [{ name: 's' }],
  mails: [{ name: 'm', label: 'M', subject: 'x', body: 'x' }],
  menu: [{ kind: 'group', label: 'A', items: [{ kind: 'page', label: 'B' }] }],
  settings: {},
  home: { sales: 'home' },
  users: [{ email: 'a@example.com', name: 'A' }],
  rows: { people: [{ title: 'x' }] },
  comments: { people: [{ row: 1, by: 'a@example.com', text: 'x' }] },
  files: { a: { mime: 'text/plain', data: 'eA==' } },
};

/** Every place in a document. @param {any} value @returns {(string | number)[][]} */
const placesIn = (value) =>
  typeof value !== 'object' || value === null
    ? [[]]
    : [[], ...Object.keys(value).flatMap((key) => placesIn(value[key]).map((rest) => [key, ...rest]))];
const PLACES = placesIn(GOOD).slice(1);

const nested = (/** @type {number} */ depth, /** @type {(inner: unknown) => unknown} */ around) => {
  /** @type {unknown} */
  let value = {};
  for (let i = 0; i < depth; i++) value = around(value);
  return value;
};

/** Reads, or is refused with few words. @param {unknown} document */
function read(document) {
  try {
    readDocument(document, registry);
    return null;
  } catch (error) {
    assert.ok(error instanceof AppError && error.status < 500, String(/** @type {any} */ (error).stack));
    const { fields } = /** @type {any} */ (error.details);
    assert.ok(Object.keys(fields).length <= 100);
    assert.ok(error.message.length < 5000, `${error.message.length} characters`);
    return error;
  }
}

describe('an app document that is not as it should be', () => {
  it('M1: is read or refused, whatever stands in it', () => {
    assert.equal(read(GOOD), null);
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(null, {}, [], [null], [[]], '', '\0', '\ud800', -0, 1e308, true),
      fc
        .constantFrom('{"__proto__": null}', '{"constructor": 1, "toString": 2}', '[{"name": "__proto__"}]')
        .map((text) => JSON.parse(text)),
      fc.constantFrom(30, 150, 5000).map((depth) => nested(depth, (inner) => [inner])),
      fc.constantFrom(30, 90, 5000).map((depth) => nested(depth, (inner) => ({ type: 'stack', children: [inner] }))),
      fc.constantFrom(30, 90).map((depth) => nested(depth, (inner) => [{ label: 'x', items: inner }])),
      fc.constant(Array.from({ length: 2000 }, () => null)),
    );
    const change = fc.record({
      places: fc.array(fc.constantFrom(...PLACES), { minLength: 1, maxLength: 3 }),
      value: odd,
      key: fc.constantFrom('', '__proto__', 'constructor', 'toString'),
    });
    fc.assert(
      fc.property(change, ({ places, value, key }) => {
        const document = structuredClone(GOOD);
        for (const place of places) {
          /** @type {any} */
          let at = document;
          for (const step of place.slice(0, -1)) at = at?.[step];
          if (typeof at !== 'object' || at === null) continue;
          const name = key && !Array.isArray(at) ? key : place[place.length - 1];
          Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true });
        }
        read(document);
        assert.equal(/** @type {any} */ ({}).rule, undefined, 'no prototype is changed');
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it('M1: tells of a hundred problems and no more', () => {
    for (const part of ['roles', 'tables', 'users', 'menu', 'mails'])
      assert.match(String(read({ ...GOOD, [part]: Array.from({ length: 2000 }, () => null) })), /more/);
    const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1]));
    assert.match(String(read({ ...GOOD, ...keys })), /more/);
  });

  it('M1: is refused for its depth before anything else looks at it', () => {
    const deep = JSON.parse(`${'[{"items":'.repeat(50_000)}1${'}]'.repeat(50_000)}`);
    for (const part of Object.keys(GOOD).filter((key) => key !== 'plinth'))
      assert.match(String(read({ ...GOOD, [part]: deep })), /nested/);
  });
});
