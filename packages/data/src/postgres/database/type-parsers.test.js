import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonSafeTypes } from './type-parsers.js';

describe('values from PostgreSQL', () => {
  it('are instants in UTC with milliseconds, or microseconds where they have some', () => {
    const parse = /** @type {(text: string) => unknown} */ (jsonSafeTypes.getTypeParser(1184));
    for (const [text, instant] of Object.entries({
      '2026-11-21 03:00:00+00': '2026-11-21T03:00:00.000Z',
      '0001-01-01 23:59:59+00': '0001-01-01T23:59:59.000Z',
      '2026-11-21 03:00:00.1+00': '2026-11-21T03:00:00.100Z',
      '2026-11-21 03:00:00.123456+00': '2026-11-21T03:00:00.123456Z',
      '10000-01-01 00:00:00+00': '10000-01-01 00:00:00+00',
      '0001-01-01 00:00:00+00 BC': '0001-01-01 00:00:00+00 BC',
      infinity: 'infinity',
    })) {
      assert.equal(parse(text), instant);
    }
  });
});
