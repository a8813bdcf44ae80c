import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeInDay } from './layout/columns.js';
import { placeInWeek } from './layout/lanes.js';
import { readWindow } from './window.js';

/** @param {Record<string, string>} query @param {any} [options] */
const read = (query, options) =>
  readWindow(/** @type {any} */ ({ query, own: query }), {
    view: 'cal',
    isField: () => false,
    initial: 'month',
    firstDay: 1,
    today: () => '2026-11-22',
    ...options,
  });

describe('the window of a calendar', () => {
  it('is the month of today in whole weeks, where the address names none', () => {
    const { mode, from, to, previous, next, today } = read({});
    assert.deepEqual(
      [mode, from, to, previous, next, today],
      ['month', '2026-10-26', '2026-12-07', '2026-10', '2026-12', '2026-11-22'],
    );
    assert.deepEqual([read({}, { firstDay: 7 }).from, read({}, { firstDay: 7 }).to], ['2026-11-01', '2026-12-06']);
  });

  it('is what the address names, and then does not ask for the day', () => {
    const today = () => assert.fail('asked for the day');
    for (const [query, from, to] of /** @type {const} */ ([
      [{ month: '2024-02' }, '2024-01-29', '2024-03-04'],
      [{ week: '2026-11-22' }, '2026-11-16', '2026-11-23'],
      [{ day: '2024-02-29' }, '2024-02-29', '2024-03-01'],
      [{ agenda: '2026-12-31' }, '2026-12-31', '2027-01-30'],
    ])) {
      const window = read(query, { today });
      assert.deepEqual(
        [window.from, window.to, window.today, window.wrong],
        [from, to, null, null],
        JSON.stringify(query),
      );
    }
    assert.equal(read({ week: 'today' }).from, '2026-11-16');
  });

  it('is today’s where the address names no such day, and says so', () => {
    for (const month of ['abc', '2026-13', '2026-11-31', '0000-01', '99999-01', '2026', "'", '2026-11 '])
      assert.deepEqual([read({ month }).wrong, read({ month }).from], [month, '2026-10-26'], month);
  });

  it('ends where the years have more than four digits', () => {
    assert.equal(read({ month: '9998-12' }).next, null);
    assert.equal(read({ month: '0002-01' }).previous, null);
    assert.equal(read({ day: '9999-01-01' }).wrong, '9999-01-01');
  });

  it('leaves a bare parameter to a field of that name', () => {
    const isField = (/** @type {string} */ name) => name === 'month';
    assert.equal(read({ month: '3' }, { isField }).wrong, null);
    assert.equal(read({ 'cal:month': '2024-02' }, { isField }).anchor, '2024-02-01');
  });
});

/** @param {string} first @param {string} last @param {number} [from] @param {number} [to] */
const event = (first, last = first, from = 0, to = 1440) =>
  /** @type {any} */ ({ first, last, from, to, ends: to === from ? null : `${last}T`, isAllDay: false, row: {} });

describe('events in a week', () => {
  it('stand in lines that they don’t share', () => {
    const events = [event('2026-11-14', '2026-11-17'), event('2026-11-17'), event('2026-11-18', '2026-11-30')];
    const { placed, more } = placeInWeek(events, '2026-11-16', 4);
    assert.deepEqual(
      placed.map(({ day, days, lane, isBegin, isEnd }) => [day, days, lane, isBegin, isEnd]),
      [
        [0, 2, 0, false, true],
        [1, 1, 1, true, true],
        [2, 5, 0, true, false],
      ],
    );
    assert.deepEqual(more, [0, 0, 0, 0, 0, 0, 0]);
  });

  it('make room for how many more there are, and lose none', () => {
    const events = Array.from({ length: 6 }, () => event('2026-11-18'));
    const { placed, more } = placeInWeek(events, '2026-11-16', 4);
    assert.deepEqual([placed.length, more[2]], [3, 3]);
    assert.deepEqual(placeInWeek(events.slice(0, 4), '2026-11-16', 4).more[2], 0);
  });
});

describe('events of a day', () => {
  const day = '2026-11-18';
  it('stand beside each other where they overlap, and alone where not', () => {
    const events = [event(day, day, 540, 660), event(day, day, 570, 600), event(day, day, 660, 720)];
    const { blocks } = placeInDay(events, day, 3);
    assert.deepEqual(
      blocks.map(({ from, column, of }) => [from, column, of]),
      [
        [540, 0, 2],
        [570, 1, 2],
        [660, 0, 1],
      ],
    );
  });

  it('are cut at midnight, and never so short that they can’t be read', () => {
    const night = event('2026-11-17', day, 1380, 60);
    assert.deepEqual(placeInDay([night], day, 3).blocks[0].to, 60);
    assert.deepEqual(placeInDay([night], '2026-11-17', 3).blocks[0].to, 1440);
    const late = placeInDay([event(day, day, 1435, 1435)], day, 3).blocks[0];
    assert.deepEqual([late.from, late.to], [1410, 1440]);
  });

  it('beyond the columns there are, are counted', () => {
    const { blocks, more } = placeInDay(
      Array.from({ length: 5 }, () => event(day, day, 600, 700)),
      day,
      3,
    );
    assert.deepEqual([blocks.length, more], [3, 2]);
  });
});
