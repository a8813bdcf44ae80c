import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { divideMemory } from '../../memory/index.js';
import { fittedSettings, requiredSettings, settingArguments, versionSettings } from './settings.js';

const of = (/** @type {number} */ availableMb) => divideMemory({ availableMb });

describe('settings', () => {
  it('take an eighth of the memory for the cache, within bounds', () => {
    assert.equal(fittedSettings(of(512)).shared_buffers, '64MB');
    assert.equal(fittedSettings(of(256)).shared_buffers, '48MB');
    assert.equal(fittedSettings(of(64_000)).shared_buffers, '1024MB');
  });

  it('start no helper processes on a small machine', () => {
    assert.equal(versionSettings(18, of(512)).io_method, 'sync');
    assert.equal(versionSettings(18, of(8000)).io_method, 'worker');
    assert.deepEqual(versionSettings(15, of(8000)), {});
  });

  it('let every worker have its connections', () => {
    assert.equal(fittedSettings(of(512)).max_connections, '40');
    assert.equal(fittedSettings(of(8000), 4).max_connections, '102');
  });

  it('never give up durability', () => {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) assert.equal(requiredSettings[name], 'on');
  });

  it('become arguments', () => assert.deepEqual(settingArguments({ a: '1', b: '' }), ['-c', 'a=1', '-c', 'b=']));
});
