import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databaseChecks, machineChecks } from './checks.js';

/** @type {any} */
const machine = { node: '24.1.0', memoryMb: 512, dataDir: '/data', dataDirWritable: true, diskFreeBytes: 2 ** 33 };
/** @type {any} */
const database = {
  kind: 'external',
  version: '16.1',
  fsync: 'on',
  walLevel: 'logical',
  mayReplicate: true,
  mayCreate: true,
  superuser: false,
  role: 'app',
  maxConnections: 100,
  clockSkewMs: 3,
};

/** @param {import('./checks.js').Finding[]} findings */
const troubles = (findings) =>
  findings.filter(({ state }) => state !== 'ok').map(({ name, state }) => `${state} ${name}`);

describe('doctor’s checks', () => {
  it('pass what suits', () => assert.deepEqual(troubles([...machineChecks(machine), ...databaseChecks(database)]), []));

  it('find each trouble, with a way out', () => {
    const broken = machineChecks({
      ...machine,
      node: '20.1.0',
      memoryMb: 200,
      dataDirWritable: false,
      diskFreeBytes: 1000,
    });
    assert.deepEqual(troubles(broken), ['fail node', 'fail memory', 'fail data folder', 'fail disk']);
    const hosted = databaseChecks({
      ...database,
      fsync: 'off',
      walLevel: 'replica',
      mayCreate: false,
      maxConnections: 5,
      clockSkewMs: -90_000,
    });
    assert.deepEqual(troubles(hosted), [
      'fail durability',
      'warn change stream',
      'fail rights',
      'warn connections',
      'warn clock',
    ]);
    for (const { state, hint } of [...broken, ...hosted]) assert.equal(state === 'ok', hint === undefined);
  });

  it('warn of a superuser and of a role that may not replicate', () => {
    assert.deepEqual(troubles(databaseChecks({ ...database, superuser: true, mayReplicate: false })), [
      'warn change stream',
      'warn rights',
    ]);
  });
});
