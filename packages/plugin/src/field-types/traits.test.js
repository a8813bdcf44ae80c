import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRegistry, definePlugin, defineFieldType, isOfType } from '@plinth/plugin';
import { NO_TRAITS } from './traits.js';

/** @param {any} more */
const type = (more) => ({
  name: 'measure',
  label: 'Measure',
  icon: 'ruler',
  group: 'number',
  storage: 'column',
  attributes: [],
  operators: ['eq', 'lt', 'gt'],
  sortable: true,
  searchable: false,
  views: { show: 'text', edit: 'text_input' },
  ...more,
});

/** @param {any} definition */
const registryWith = (definition) =>
  createRegistry([definePlugin({ name: 'units', version: '1.0.0', api: '^1', fieldTypes: [definition] })]);

describe('traits of a field type', () => {
  it('follow from its value where it does not name them', () => {
    const { traits } = registryWith(defineFieldType(type({ traits: { value: 'number', hasUnit: true } }))).fieldType(
      'measure',
    );
    assert.equal(traits.sums && traits.orders && traits.searches, true);
    assert.equal(traits.groups || traits.isMany || traits.isLong, false);
    assert.equal(traits.expression, 'decimal');
    assert.deepEqual(Object.keys(traits).sort(), Object.keys(NO_TRAITS).sort(), 'all of them');
  });

  it('follow from the group of a type that was written before there were traits, and no rule knows it', () => {
    for (const definition of [type({}), defineFieldType(type({}))]) {
      const { traits } = registryWith(definition).fieldType('measure');
      assert.equal(traits.value, 'number');
      assert.equal(traits.sums, true);
      assert.equal(traits.expression, null);
      assert.equal(traits.cleans, true);
    }
  });

  for (const [given, expected] of /** @type {[any, any][]} */ ([
    [
      { group: 'choice', traits: { value: 'boolean' } },
      { groups: true, expression: 'bool', sums: false },
    ],
    [
      { group: 'choice', operators: ['has'], traits: {} },
      { isMany: true, groups: false, expression: 'list' },
    ],
    [
      { group: 'relation', storage: 'join', traits: {} },
      { isMany: true, groups: false, expression: null },
    ],
    [
      { group: 'relation', traits: { isUnique: true } },
      { groups: false, isMany: false },
    ],
    [
      { group: 'time', traits: { hasDay: true, hasTime: true } },
      { value: 'date', expression: 'moment', searches: true },
    ],
    [
      { group: 'time', traits: { hasTime: true } },
      { expression: 'time', searches: false, orders: true },
    ],
    [{ traits: { isWhole: true, sums: false } }, { expression: 'int', sums: false }],
    [{ traits: { expression: null } }, { expression: null }],
    [
      { group: 'text', sortable: false, searchable: true, traits: {} },
      { orders: false, searches: true },
    ],
    [
      { group: 'other', traits: {} },
      { value: 'structure', expression: null, orders: false },
    ],
  ])) {
    it(`of ${JSON.stringify(given)}`, () => {
      const { traits } = registryWith(defineFieldType(type(given))).fieldType('measure');
      for (const [name, value] of Object.entries(expected))
        assert.equal(traits[/** @type {never} */ (name)], value, name);
    });
  }

  for (const [traits, trait] of /** @type {[any, string][]} */ ([
    [{ value: 'amount' }, 'value'],
    [{ value: 5 }, 'value'],
    [{ value: 'constructor' }, 'value'],
    [{ sums: 'yes' }, 'sums'],
    [{ summable: true }, 'summable'],
    [{ toString: true }, 'toString'],
    [{ value: 'text', sums: true }, 'sums'],
    [{ value: 'text', hasDay: true }, 'hasDay'],
    [{ value: 'choice', isPerson: true }, 'isPerson'],
    [{ expression: 'money' }, 'expression'],
    [null, 'traits'],
    ['number', 'traits'],
    [['number'], 'traits'],
  ])) {
    it(`are refused as ${JSON.stringify(traits)}, with the type and the trait named`, () => {
      for (const definition of [type({ traits }), defineFieldType(type({ traits }))]) {
        assert.throws(
          () => registryWith(definition),
          (/** @type {any} */ error) => {
            assert.equal(error.code, 'TRAIT_INVALID');
            assert.equal(error.message, `The field type "measure" of plugin "units" has a wrong trait "${trait}"`);
            assert.ok(error.hint);
            return true;
          },
        );
      }
    });
  }

  it('decide what a view or a setting takes, as names do', () => {
    const field = { type: 'measure', traits: { ...NO_TRAITS, value: /** @type {const} */ ('number'), sums: true } };
    assert.equal(isOfType(field, undefined) && isOfType(field, '*'), true);
    assert.equal(isOfType(field, ['text', 'measure']), true);
    assert.equal(isOfType(field, ['text', { value: 'number', sums: true }]), true);
    assert.equal(isOfType(field, [{ value: 'number', sums: false }, 'text']), false);
    assert.equal(isOfType({ type: 'measure' }, [{ value: 'number' }]), false);
    assert.equal(isOfType(field, []), false);
  });

  it('choose the field views that are offered', () => {
    const view = {
      name: 'gauge',
      label: 'Gauge',
      mode: 'show',
      types: [{ sums: true }],
      settings: [],
      render: () => '',
    };
    const plugin = /** @type {any} */ ({ name: 'gauges', version: '1.0.0', api: '^1', fieldViews: [view] });
    const registry = createRegistry([
      /** @type {any} */ ({
        name: 'units',
        version: '1.0.0',
        api: '^1',
        fieldTypes: [type({}), type({ name: 'note', group: 'text' })],
      }),
      plugin,
    ]);
    assert.deepEqual(
      ['measure', 'note', 'gone'].map((name) => registry.fieldViewsFor(name, 'show').length),
      [1, 0, 0],
    );
  });
});
