import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { sampleTraits, viewTemplateContract } from '@plinth/plugin/contract';
import { board } from './board.js';
import { boardDefaults } from './defaults.js';
import { sumTotals } from './sum-totals.js';

const config = { columnField: 'status', titleField: 'name', rankField: 'place' };
viewTemplateContract(board, { test, assert }, { config, types: { status: 'select' } });

const shape = { auto: null, attributes: {} };

/** @param {[string, string][]} fields name and type */
const tableOf = (...fields) =>
  /** @type {any} */ ({
    name: 'things',
    display: 'name',
    fields: fields.map(([name, type]) => ({
      ...shape,
      name,
      label: name,
      type,
      traits: sampleTraits(type),
    })),
  });
const context = /** @type {any} */ ({ registry: { has: () => true }, links: { show: 'thing', edit: 'thing_form' } });

describe('a new board', () => {
  it('has columns by the first field with options, and the rest on its cards', () => {
    const fields = /** @type {[string, string][]} */ ([
      ['name', 'text'],
      ['owner', 'user'],
      ['team', 'relation'],
      ['stage', 'select'],
      ['value', 'money'],
      ['tags', 'many_to_many'],
      ['notes', 'long_text'],
    ]);
    assert.deepEqual(boardDefaults(tableOf(...fields), context), {
      columnField: 'stage',
      titleField: 'name',
      fields: [{ field: 'team' }, { field: 'value' }],
      labelField: 'tags',
      personField: 'owner',
      totalField: 'value',
      cardView: 'thing',
      cardOpen: 'panel',
      createView: 'thing_form',
    });
  });

  it('goes by a relation or a person where there are no options, and says what is missing', () => {
    assert.equal(boardDefaults(tableOf(['name', 'text'], ['owner', 'user']), context).columnField, 'owner');
    assert.throws(() => boardDefaults(tableOf(['name', 'text']), context), { code: 'BOARD_NEEDS_FIELD', status: 422 });
  });

  it('asks for a field that keeps the order, unless cards are sorted', () => {
    const [need] = board.needs?.(tableOf(), { columnField: 'status' }) ?? [];
    assert.deepEqual([need.setting, need.field.type], ['rankField', 'rank']);
    assert.deepEqual(need.indexedAfter, ['status']);
    assert.deepEqual(board.needs?.(tableOf(), { manualOrder: false }), []);
  });
});

describe('totals over lanes', () => {
  it('add up to the last digit, whatever totals are: numbers, or texts of exact ones', () => {
    assert.equal(sumTotals([3, 4, null]), 7);
    assert.equal(sumTotals(['0.10', '0.2', null]), '0.30');
    assert.equal(sumTotals(['12345678901234567890.01', '0.99']), '12345678901234567891.00');
    assert.equal(sumTotals(['-0.75', '0.5']), '-0.25');
    assert.equal(sumTotals(['9007199254740993', 1]), '9007199254740994');
    assert.equal(sumTotals([null, undefined]), null);
  });
});
