import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFormat } from './value-formats.js';

describe('dates with the month’s name', () => {
  for (const [text, read] of [
    ['1 Jan 2026', '2026-01-01'],
    ['2. Februar 2026', '2026-02-02'],
    ['Mar 3, 2026', '2026-03-03'],
    ['4-Apr-26', '2026-04-04'],
    ['5 mai 2026', '2026-05-05'],
    ['6 de junio de 2026', '2026-06-06'],
    ['Tue, 7 July 2026', '2026-07-07'],
    ['August 2nd 2026 2:30 PM', '2026-08-02 14:30'],
    ['8 Sept. 2026 09:05', '2026-09-08 09:05'],
    ['31 Feb 2026', null],
    ['1 Foo 2026', null],
    ['1 2026', null],
    ['May 1', null],
    [`${'1 '.repeat(60)}Jan 2026`, null],
  ]) {
    it(`reads ${JSON.stringify(text?.slice(0, 40))} as ${read}`, () =>
      assert.equal(readFormat(String(text), '31 Dec 2026'), read));
  }
});
