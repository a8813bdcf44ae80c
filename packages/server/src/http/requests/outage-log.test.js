import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '@plinth/plugin';
import { createLog } from '../log/log.js';
import { noteOutage } from './outage-log.js';

const away = new AppError('DATABASE_UNAVAILABLE', 'The database does not answer', { status: 503 });

describe('noteOutage', () => {
  it('logs an outage in one line without a stack, and how many requests it has affected since', () => {
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

  it('logs a limit that refuses many requests as a warning, in one line without a stack', () => {
    /** @type {string[]} */
    const lines = [];
    const log = createLog({ level: 'info', write: (line) => lines.push(line) });
    const full = new AppError('STREAMS_FULL', 'Too many people listen', { status: 503 });
    for (let i = 0; i < 100; i++) assert.equal(noteOutage(log, full, i), true);
    assert.equal(lines.length, 1);
    const { level, event, code } = JSON.parse(lines[0]);
    assert.deepEqual({ level, event, code }, { level: 'warn', event: 'requests refused', code: 'STREAMS_FULL' });
    assert.doesNotMatch(lines[0], /stack|\.js/);
    noteOutage(log, full, 20_000);
    assert.equal(JSON.parse(lines[1]).alsoRefused, 99);
  });

  it('leaves other errors to be logged in full', () => {
    const log = createLog({ level: 'info', write: () => assert.fail('nothing is told') });
    assert.equal(noteOutage(log, new AppError('EXPORT_FAILED', 'No', { status: 500 })), false);
    assert.equal(noteOutage(log, null), false);
  });
});
