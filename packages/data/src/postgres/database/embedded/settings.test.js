import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { availableMemoryMb, memoryEnvironment } from './available-memory.js';
import { fittedSettings, requiredSettings, settingArguments, versionSettings } from './settings.js';

describe('settings', () => {
  it('take an eighth of the memory for the cache, within bounds', () => {
    assert.equal(fittedSettings(512).shared_buffers, '64MB');
    assert.equal(fittedSettings(256).shared_buffers, '48MB');
    assert.equal(fittedSettings(64_000).shared_buffers, '1024MB');
  });

  it('start no helper processes on a small machine', () => {
    assert.equal(versionSettings(18, 512).io_method, 'sync');
    assert.equal(versionSettings(18, 8000).io_method, 'worker');
    assert.deepEqual(versionSettings(15, 8000), {});
  });

  it('have the C library return memory on a small machine alone', () => {
    assert.ok('MALLOC_TRIM_THRESHOLD_' in memoryEnvironment(512));
    assert.deepEqual(memoryEnvironment(8000), {});
  });

  it('let every worker have its connections', () => {
    assert.equal(fittedSettings(512).max_connections, '40');
    assert.equal(fittedSettings(8000, 4).max_connections, '102');
  });

  it('never give up durability', () => {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) assert.equal(requiredSettings[name], 'on');
  });

  it('become arguments', () => assert.deepEqual(settingArguments({ a: '1', b: '' }), ['-c', 'a=1', '-c', 'b=']));

  it('know how much memory there is', () => assert.ok(availableMemoryMb() > 100));
});
