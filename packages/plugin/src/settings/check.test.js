import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSettings, settingsJsonSchema } from '../index.js';

/** @import { SettingsSchema } from '../index.d.ts' */

/** @type {SettingsSchema} */
const schema = [
  { name: 'title', type: 'text', required: true, max: 10 },
  { name: 'size', type: 'integer', default: 3, min: 1, max: 5 },
  { name: 'kind', type: 'select', options: [{ value: 'a', label: 'A' }], default: 'a' },
  { name: 'columns', type: 'list', items: [{ name: 'field', type: 'fieldPath', required: true }] },
  { name: 'where', type: 'filter' },
  { name: 'layout', type: 'layout' },
  { name: 'link', type: 'url' },
];

/** @param {object} input */
const errorsOf = (input) => {
  try {
    checkSettings(schema, { title: 'x', ...input });
  } catch (error) {
    return /** @type {any} */ (error).details.fields;
  }
  return {};
};

describe('settings check', () => {
  it('fills in defaults and reads numbers from form text', () => {
    assert.deepEqual(checkSettings(schema, { title: 'x', size: '4' }), { title: 'x', size: 4, kind: 'a' });
  });

  it('collects every error under its key path', () => {
    assert.deepEqual(Object.keys(errorsOf({ title: '', size: 9, kind: 'b', columns: [{}], extra: 1 })).sort(), [
      'columns.0.field',
      'extra',
      'kind',
      'size',
      'title',
    ]);
  });

  it('uses a setting’s own message for its pattern', () => {
    const currency = { name: 'currency', type: /** @type {const} */ ('text'), pattern: '[A-Z]{3}' };
    const refusal = (/** @type {any} */ setting) => {
      try {
        checkSettings([setting], { currency: 'Euro' });
      } catch (error) {
        return /** @type {any} */ (error).details.fields.currency;
      }
    };
    assert.equal(refusal(currency), 'has an invalid format');
    const patternMessage = 'Use a three-letter currency code such as EUR';
    assert.equal(refusal({ ...currency, patternMessage }), patternMessage);
  });

  it('I11: treats prototype keys as unknown settings', () => {
    assert.match(errorsOf(JSON.parse('{"__proto__": {"admin": true}}'))['__proto__'], /unknown/);
    assert.equal(/** @type {any} */ ({}).admin, undefined);
  });

  it('refuses an address that would run script or leave the scheme open', () => {
    for (const link of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example']) {
      assert.ok(errorsOf({ link }).link, link);
    }
    assert.deepEqual(errorsOf({ link: '/page/home' }), {});
  });

  it('refuses a filter with an unknown operator or nested too deep', () => {
    assert.ok(errorsOf({ where: { field: 'a', op: 'like', value: 1 } })['where.op']);
    let deep = /** @type {any} */ ({ field: 'a', op: 'empty' });
    for (let i = 0; i < 20; i++) deep = { not: deep };
    assert.equal(Object.keys(errorsOf({ where: deep })).length, 1);
  });

  it('refuses a layout with a duplicate id', () => {
    const layout = { id: 'a', type: 'stack', children: [{ id: 'a', type: 'text' }] };
    assert.match(errorsOf({ layout })['layout.0.id'], /twice/);
  });

  it('refuses rubbish about sizes of screens', () => {
    const at = (/** @type {any} */ value) =>
      Object.keys(errorsOf({ layout: { id: 'a', type: 'stack', children: [{ id: 'b', type: 'text', at: value }] } }));
    assert.deepEqual(at({ phone: { width: 6, hidden: true }, tablet: {}, desktop: { order: -9 } }), []);
    assert.deepEqual(at({ watch: { width: 6 } }), ['layout.0.at.watch']);
    assert.deepEqual(at({ phone: { width: 13 } }), ['layout.0.at.phone.width']);
    assert.deepEqual(at({ phone: { width: '6' } }), ['layout.0.at.phone.width']);
    assert.deepEqual(at({ phone: { width: 1.5, order: 99 } }), ['layout.0.at.phone.width', 'layout.0.at.phone.order']);
    assert.deepEqual(at({ phone: { hidden: 'true' } }), ['layout.0.at.phone.hidden']);
    assert.deepEqual(at({ phone: { style: 'x' } }), ['layout.0.at.phone.style']);
    assert.deepEqual(at({ phone: 6 }), ['layout.0.at.phone']);
    assert.deepEqual(at('phone'), ['layout.0.at']);
    assert.deepEqual(at(null), ['layout.0.at']);
  });

  it('refuses a layout with malformed visibility', () => {
    const at = (/** @type {any} */ visible) =>
      Object.keys(errorsOf({ layout: { id: 'a', type: 'stack', children: [{ id: 'b', type: 'text', visible }] } }));
    assert.deepEqual(at({ roles: ['staff'], when: 'true' }), []);
    assert.deepEqual(at({ when: ['true'] }), ['layout.0.visible.when']);
    assert.deepEqual(at({ roles: [7] }), ['layout.0.visible.roles.0']);
    assert.deepEqual(at({ who: 'me' }), ['layout.0.visible.who']);
    assert.deepEqual(at('always'), ['layout.0.visible']);
    assert.deepEqual(at(null), ['layout.0.visible']);
  });
});

describe('settings as JSON Schema', () => {
  it('reports wrong types, ranges, choices and missing values', () => {
    const result = /** @type {any} */ (settingsJsonSchema(schema));
    assert.deepEqual(result.required, ['title']);
    assert.deepEqual(result.properties.size, { type: 'integer', minimum: 1, maximum: 5, default: 3 });
    assert.deepEqual(result.properties.kind, { enum: ['a'], default: 'a' });
  });
});
