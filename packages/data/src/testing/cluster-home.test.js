import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { it } from 'node:test';
import { clusterHome } from './cluster-home.js';

it('makes clusters for tests in memory only where there is a folder for it, with room, and memory left', () => {
  assert.ok([tmpdir(), '/dev/shm'].includes(clusterHome()));
  for (const options of [{ folder: '/nowhere' }, { folder: '/proc' }, { room: 2 ** 60 }, { free: 2 ** 60 }])
    assert.equal(clusterHome(options), tmpdir());
});
