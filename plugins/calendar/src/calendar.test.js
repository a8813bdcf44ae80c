import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { sampleTraits, viewTemplateContract } from '@plinth/plugin/contract';
import { calendar } from './calendar.js';
import { calendarDefaults } from './defaults.js';
import { createTimes } from './times.js';

for (const [start, more] of /** @type {const} */ ([
  ['date', { endField: 'until' }],
  ['date_time', { endField: 'until', initial: 'week' }],
  ['date_time', { durationField: 'length', initial: 'agenda' }],
])) {
  const config = { startField: 'start', titleField: 'name', ...more };
  const types = { start, until: start, length: 'duration' };
  viewTemplateContract(calendar, { test, assert }, { config, types });
}

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
    field(/** @type {string} */ name) {
      return this.fields.find((/** @type {any} */ field) => field.name === name);
    },
  });
const context = /** @type {any} */ ({ registry: { has: () => true }, links: { show: 'thing', edit: 'thing_form' } });

describe('a new calendar', () => {
  it('goes by moments rather than days, with an end that is called so', () => {
    const fields = /** @type {[string, string][]} */ ([
      ['name', 'text'],
      ['day', 'date'],
      ['ends_at', 'date_time'],
      ['begins_at', 'date_time'],
      ['kind', 'select'],
    ]);
    assert.deepEqual(calendarDefaults(tableOf(...fields), context), {
      startField: 'begins_at',
      endField: 'ends_at',
      titleField: 'name',
      colourField: 'kind',
      eventView: 'thing',
      eventOpen: 'panel',
      createView: 'thing_form',
    });
  });

  it('takes a duration where there is no end, and says what is missing', () => {
    const fields = tableOf(['name', 'text'], ['due', 'date_time'], ['length', 'duration']);
    assert.equal(calendarDefaults(fields, context).durationField, 'length');
    assert.throws(() => calendarDefaults(tableOf(['name', 'text']), context), {
      code: 'CALENDAR_NEEDS_FIELD',
      status: 422,
    });
  });

  it('refuses fields that don’t fit each other', () => {
    const table = tableOf(['day', 'date'], ['at', 'date_time'], ['name', 'text'], ['length', 'duration']);
    for (const config of [
      { startField: 'name' },
      { startField: 'day', endField: 'at' },
      { startField: 'day', durationField: 'length' },
    ])
      assert.throws(() => createTimes(config, table, 'UTC'), { code: 'SETTINGS_INVALID' }, JSON.stringify(config));
  });
});

describe('when an event is', () => {
  const table = tableOf(
    ['day', 'date'],
    ['last', 'date'],
    ['at', 'date_time'],
    ['end', 'date_time'],
    ['length', 'duration'],
  );
  const at = (/** @type {string} */ zone, /** @type {unknown[]} */ ...[start, end, seconds]) => {
    const span = createTimes({ startField: 'at', endField: 'end' }, table, zone).span(start, end, seconds);
    return span && [span.first, span.from, span.last, span.to];
  };

  it('is by the clock of the site', () => {
    const [start, end] = ['2026-11-22T11:30:00.000Z', '2026-11-22T12:30:00.000Z'];
    assert.deepEqual(at('UTC', start, end), ['2026-11-22', 690, '2026-11-22', 750]);
    assert.deepEqual(at('Pacific/Auckland', start, end), ['2026-11-23', 30, '2026-11-23', 90]);
    assert.deepEqual(at('America/New_York', start, end), ['2026-11-22', 390, '2026-11-22', 450]);
  });

  it('up to midnight is not on the next day', () => {
    assert.deepEqual(at('UTC', '2026-11-22T22:00:00.000Z', '2026-11-23T00:00:00.000Z'), [
      '2026-11-22',
      1320,
      '2026-11-22',
      1440,
    ]);
  });

  it('of days includes the last, and an end before the start is none', () => {
    const days = createTimes({ startField: 'day', endField: 'last' }, table, 'Pacific/Auckland');
    assert.equal(days.span('2026-11-22', '2026-11-24', null)?.last, '2026-11-24');
    assert.equal(days.span('2026-11-22', '2026-11-20', null)?.last, '2026-11-22');
    assert.equal(days.span(null, '2026-11-20', null), null);
    assert.deepEqual(at('UTC', '2026-11-22T10:00:00.000Z', '2026-11-20T10:00:00.000Z'), [
      '2026-11-22',
      600,
      '2026-11-22',
      600,
    ]);
  });

  it('with a duration lasts as long as the clock runs, also in the night that clocks change', () => {
    const times = createTimes({ startField: 'at', durationField: 'length' }, table, 'America/New_York');
    const before = times.span('2026-03-08T06:30:00.000Z', null, 3600);
    assert.deepEqual([before?.starts, before?.ends], ['2026-03-08T01:30:00', '2026-03-08T03:30:00']);
    const repeated = times.span('2026-11-01T05:45:00.000Z', null, 1800);
    assert.deepEqual(
      [repeated?.starts, repeated?.first, repeated?.last],
      ['2026-11-01T01:45:00', '2026-11-01', '2026-11-01'],
    );
  });
});
