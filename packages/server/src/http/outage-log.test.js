import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '@plinth/plugin';
import { createLog } from '../log/log.js';
import { noteOutage } from './outage-log.js';

const away = new AppError('DATABASE_UNAVAILABLE', 'The database does not answer', { status: 503 });

describe('noteOutage', () => {
  it('tells of an outage in one line without a stack, and how many requests it met since', () => {
    /** @type {string[]} */
    const lines = [];
    const log = createLog({ level: 'info', write: (line) => lines.push(line) });
    for (let i = 0; i < 100; i++) assert.equal(noteOutage(log, away, i), true);
    assert.equal(lines.length, 1);
    assert.doesNotMatch(lines[0], /stack|\.js/);
    noteOutage(log, away, 20_000);
    const { code, alsoFailed } = JSON.parse(lines[1]);
    assert.deepEqual({ code, alsoFailed }, { code: 'DATABASE_UNAVAILABLE', alsoFailed: 99 });
  });

  it('leaves other errors to be told with all that is known', () => {
    const log = createLog({ level: 'info', write: () => assert.fail('nothing is told') });
    assert.equal(noteOutage(log, new AppError('EXPORT_FAILED', 'No', { status: 500 })), false);
    assert.equal(noteOutage(log, null), false);
  });
});
