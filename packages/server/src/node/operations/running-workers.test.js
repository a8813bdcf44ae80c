import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { noteWorkers, runningWorkers } from './running-workers.js';

const folder = mkdtempSync(join(tmpdir(), 'plinth-running-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const since = '2026-01-01T00:00:00.000Z';

describe('the note of running workers', () => {
  it('names those that live', () => {
    const gone = { pid: 2 ** 30, since };
    noteWorkers(folder, { first: 1, wanted: 2, workers: [{ pid: process.pid, since }, gone] });
    assert.deepEqual(runningWorkers(folder), { first: 1, wanted: 2, workers: [{ pid: process.pid, since }] });
    noteWorkers(folder, { first: 1, wanted: 2, workers: [gone] });
    assert.equal(runningWorkers(folder), null);
  });

  it('is nothing where none is, where it was taken away, and where it can’t be read', () => {
    noteWorkers(folder, null);
    assert.equal(runningWorkers(folder), null);
    noteWorkers(folder, null);
    writeFileSync(join(folder, 'workers.json'), 'x');
    assert.equal(runningWorkers(folder), null);
  });
});
