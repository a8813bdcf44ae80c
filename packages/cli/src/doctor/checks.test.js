import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { backupChecks, contentChecks, databaseChecks, machineChecks } from './checks.js';

/** @type {any} */
const machine = {
  node: '24.1.0',
  memoryMb: 512,
  memory: { mb: 512, wantedMb: null, leastMb: 256 },
  dataDir: '/data',
  dataDirWritable: true,
  diskFreeBytes: 2 ** 33,
  cores: 2,
  workers: 1,
  running: null,
};
/** @type {any} */
const database = {
  kind: 'external',
  version: '16.1',
  fsync: 'on',
  walLevel: 'logical',
  mayReplicate: true,
  noLog: '',
  schemaHeard: true,
  senders: 1,
  maxSenders: 10,
  slots: 1,
  maxSlots: 10,
  mayCreate: true,
  superuser: false,
  role: 'app',
  maxConnections: 100,
  clockSkewMs: 3,
  oldest: null,
};

/** @param {import('./checks.js').Finding[]} findings */
const troubles = (findings) =>
  findings.filter(({ state }) => state !== 'ok').map(({ name, state }) => `${state} ${name}`);

describe('doctor’s checks', () => {
  it('pass if everything is fine', () =>
    assert.deepEqual(troubles([...machineChecks(machine), ...databaseChecks(database)]), []));

  it('find each trouble, with a way out', () => {
    const broken = machineChecks({
      ...machine,
      node: '20.1.0',
      memory: { mb: 200, wantedMb: null, leastMb: 256 },
      dataDirWritable: false,
      diskFreeBytes: 1000,
    });
    assert.deepEqual(troubles(broken), ['fail node', 'fail memory', 'fail data folder', 'fail disk']);
    const hosted = databaseChecks({
      ...database,
      fsync: 'off',
      walLevel: 'replica',
      noLog: 'wal_level is replica, not logical',
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

  it('judge the memory by what is used of it', () => {
    const said = (/** @type {any} */ facts) => {
      const { state, found, hint } = /** @type {any} */ (
        machineChecks({ ...machine, memoryMb: 4096, ...facts }).find(({ name }) => name === 'memory')
      );
      return [state, found, ...(hint ? [hint] : [])];
    };
    assert.deepEqual(said({ memory: { mb: 512, wantedMb: 512, leastMb: 256 } }), [
      'ok',
      '512 of 4096 MB (PLINTH_MEMORY)',
    ]);
    assert.deepEqual(said({ memory: { mb: 300, wantedMb: null, leastMb: 256 } }), [
      'warn',
      '300 MB',
      'It works, but 512 MB are better.',
    ]);
    assert.deepEqual(said({ memory: { mb: 700, wantedMb: null, leastMb: 768 }, workers: 3 }), [
      'fail',
      '700 MB',
      'Plinth needs at least 768 MB for 3 workers, better 1536.',
    ]);
    assert.deepEqual(said({ memory: { mb: 4096, wantedMb: 9000, leastMb: 256 } }), [
      'warn',
      '4096 of 4096 MB (PLINTH_MEMORY)',
      'PLINTH_MEMORY is 9000 MB, more than there is.',
    ]);
  });

  it('report the number of workers, and whether some are missing or too many', () => {
    const said = (/** @type {object} */ facts) => {
      const found = machineChecks({ ...machine, ...facts }).find(({ name }) => name === 'workers');
      return `${found?.state}: ${found?.found}`;
    };
    const since = '2026-01-01T00:00:00.000Z';
    assert.equal(said({}), 'ok: WORKERS is 1, on 2 cores');
    assert.equal(said({ workers: 4 }), 'warn: WORKERS is 4, on 2 cores');
    assert.equal(said({ running: { wanted: 2, workers: [{ pid: 1, since }] } }), 'warn: 1 of 2 run on 2 cores');
  });

  it('report how changes are received, why, and how to use the log', () => {
    const said = (/** @type {object} */ facts) => {
      const found = databaseChecks({ ...database, ...facts }).find(({ name }) => name === 'change stream');
      return `${found?.state}: ${found?.found}. ${found?.hint ?? ''}`;
    };
    assert.equal(said({}), 'ok: the write-ahead log (1 of 10 senders, 1 of 10 slots in use). ');
    assert.match(
      said({ walLevel: 'replica', noLog: 'wal_level is replica, not logical' }),
      /^warn: triggers and NOTIFY, because wal_level is replica.*set wal_level = logical/,
    );
    assert.match(
      said({ mayReplicate: false, noLog: 'role app may not replicate' }),
      /^warn: triggers and NOTIFY, because role app may not.*alter role app replication/,
    );
    assert.match(said({ slots: 10 }), /^warn: .*None is left/);
    assert.match(said({ maxSenders: 0 }), /^fail: .*max_wal_senders/);
  });

  it('report whether tables changed by SQL are noticed, and what to do if not', () => {
    const said = (/** @type {boolean} */ schemaHeard) => {
      const all = databaseChecks({ ...database, schemaHeard });
      const found = all.find(({ name }) => name === 'tables changed by SQL');
      return `${found?.state}: ${found?.found}. ${found?.hint ?? ''}`;
    };
    assert.equal(said(true), 'ok: detected immediately. ');
    assert.match(said(false), /^warn: not detected\..*schema-events\.sql.*plinth\.schema_changed\(\)/);
  });

  it('report what a second node lacks', () => {
    const none = { plugins: [], files: { looked: 7, missing: 0 } };
    assert.deepEqual(troubles(contentChecks({ dataDir: '/data', missing: none })), []);
    const some = { plugins: ['rating@1.0.0'], files: { looked: 7, missing: 3 } };
    const [plugins, files] = contentChecks({ dataDir: '/data', missing: some });
    assert.deepEqual([plugins.state, plugins.found], ['warn', 'rating@1.0.0 missing']);
    assert.match(plugins.hint ?? '', /\/data\/plugins/);
    assert.deepEqual([files.state, files.found], ['warn', '3 of 7 checked files are missing']);
    assert.match(files.hint ?? '', /\/data\/files/);
  });

  it('report the last good backup, and warn when it is too old, failed or missing', () => {
    const last = { enabled: true, good: true, ageHours: 5, tested: true, failed: null };
    const said = (/** @type {object} */ change) => {
      const [{ state, found, hint = '' }] = backupChecks({ ...last, ...change });
      return `${state}: ${found}. ${hint}`;
    };
    assert.deepEqual(backupChecks(null), []);
    assert.equal(said({}), 'ok: the last good one is 5 hours old, tested. ');
    assert.match(said({ ageHours: 50 }), /^warn: .*plinth backup/);
    assert.match(said({ failed: 'no room' }), /^warn: .*The last one failed: no room/);
    assert.match(said({ good: false, tested: false }), /^ok: none yet/);
    assert.match(said({ good: false, tested: false, ageHours: 50 }), /^warn: none yet/);
    assert.match(said({ good: false, tested: false, enabled: false }), /^warn: none yet/);
  });

  it('report the oldest open transaction and how to end it', () => {
    const said = (/** @type {object | null} */ oldest) => {
      const found = databaseChecks({ ...database, oldest }).find(({ name }) => name === 'open transactions');
      return `${found?.state}: ${found?.found}. ${found?.hint ?? ''}`;
    };
    assert.equal(said(null), 'ok: none. ');
    assert.match(said({ pid: 7, name: 'psql', seconds: 2 }), /^ok: the oldest is 2 s old \(psql, process 7\)/);
    assert.match(said({ pid: 7, name: 'psql', seconds: 3600 }), /^warn: .*pg_terminate_backend\(7\)/);
    assert.match(said({ pid: null, name: 'prepared transaction x', seconds: 3600 }), /^warn: .*rollback prepared/);
  });

  it('warn of a superuser and of a role that may not replicate', () => {
    assert.deepEqual(
      troubles(
        databaseChecks({ ...database, superuser: true, mayReplicate: false, noLog: 'role app may not replicate' }),
      ),
      ['warn change stream', 'warn rights'],
    );
  });
});
