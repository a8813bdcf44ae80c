import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { availableMemoryMb, divideMemory, heapFlags, leastMemoryMb, memoryEnvironment, readMemory } from './index.js';

const MB = 2 ** 20;
const of = (/** @type {number} */ availableMb, workers = 1, cores = 2) => divideMemory({ availableMb, workers, cores });

/** What is taken of it at the most, in MB. */
function taken(/** @type {ReturnType<typeof divideMemory>} */ { mb, worker, database }, workers = 1) {
  const first = workers > 1 ? 64 : 0;
  const server = first + workers * worker.mb;
  // Code is in memory once.
  const functions = workers * worker.functions.processes * (worker.functions.mb - 64);
  return { server, functions, database: database.buffersMb + (mb * 3) / 32 };
}

describe('the memory of a server', () => {
  it('is divided: all shares together are not more than there is', () => {
    for (const workers of [1, 2, 4, 16])
      for (const cores of [1, 2, 8])
        for (let mb = 512 * workers; mb < 300_000; mb = Math.ceil(mb * 1.3)) {
          const { server, functions, database } = taken(of(mb, workers, cores), workers);
          assert.ok(server + functions + database <= mb + workers, `${mb} MB, ${workers} workers, ${cores} cores`);
        }
  });

  it('is enough for server and database with the least that is accepted', () => {
    for (const workers of [1, 2, 4, 16]) {
      const mb = leastMemoryMb(workers);
      const { server, database } = taken(of(mb, workers), workers);
      assert.ok(server + database <= mb, `${workers} workers: ${server} + ${database} of ${mb}`);
    }
  });

  it('has room for what is kept within the share of each worker', () => {
    for (const workers of [1, 2, 4])
      for (const mb of [256, 512, 1024, 4096, 64_000]) {
        const { worker } = of(mb * workers, workers);
        const kept = (worker.pageBytes + worker.fileBytes + worker.planBytes + 10 * worker.bodyBytes) / MB;
        assert.ok(kept < worker.mb / 2 + 8, `${mb} MB: ${kept} of ${worker.mb}`);
      }
  });

  it('is shared by workers: two have no more together than one alone', () => {
    const [one, two] = [of(4096), of(4096, 2)];
    for (const what of /** @type {const} */ ([
      'pageBytes',
      'fileBytes',
      'bodyBytes',
      'planBytes',
      'statementBytes',
      'mb',
    ]))
      assert.ok(two.worker[what] * 2 <= one.worker[what], what);
    assert.deepEqual(two.database, one.database);
    assert.equal(two.heavyJobs, one.heavyJobs);
  });

  it('is this on machines of four sizes, with two cores', () => {
    const table = [256, 512, 2048, 65_536].map((mb) => {
      const { worker, database, heavyJobs } = of(mb);
      const { pageBytes, fileBytes, planBytes, bodyBytes, statementBytes, functions, passwords } = worker;
      const kept = [pageBytes, fileBytes, planBytes, bodyBytes, statementBytes].map((bytes) => bytes / MB);
      return [mb, worker.mb, kept, Object.values(functions), passwords, Object.values(database), heavyJobs];
    });
    assert.deepEqual(table, [
      // all, a worker, its pages, files, plans, bodies, prepared statements; functions: processes, each, apart; passwords; PostgreSQL; heavy jobs
      [256, 160, [16, 8, 8, 3, 4], [1, 224, 1], 1, [48, 4, 32, 128], 1],
      [512, 240, [32, 16, 16, 4, 8], [1, 224, 1], 1, [64, 4, 32, 256], 1],
      [2048, 960, [128, 64, 64, 16, 32], [2, 384, 2], 2, [256, 16, 128, 1024], 2],
      [65_536, 30_720, [256, 128, 256, 64, 64], [2, 704, 2], 2, [1024, 32, 512, 32_768], 8],
    ]);
  });

  it('has bounds where more brings nothing', () => {
    const { worker, database, heavyJobs } = of(300_000, 1, 8);
    assert.deepEqual([worker.pageBytes / MB, worker.fileBytes / MB, worker.bodyBytes / MB], [256, 128, 64]);
    assert.deepEqual([database.buffersMb, database.sortMb, database.upkeepMb], [1024, 32, 512]);
    assert.deepEqual(worker.functions, { processes: 8, mb: 704, apart: 2 });
    assert.equal(heavyJobs, 8);
    assert.deepEqual(
      [256, 512, 1024, 2048, 4096].map((mb) => of(mb).heavyJobs),
      [1, 1, 1, 2, 4],
    );
  });

  it('is what is wanted, but never more than there is', () => {
    assert.equal(divideMemory({ wantedMb: 512, availableMb: 4096 }).mb, 512);
    assert.equal(divideMemory({ wantedMb: 8192, availableMb: 4096 }).mb, 4096);
    assert.equal(divideMemory({ wantedMb: 8192, availableMb: 4096 }).wantedMb, 8192);
    assert.equal(divideMemory({ availableMb: 4096 }).wantedMb, null);
    assert.equal(divideMemory().mb, availableMemoryMb());
    assert.ok(availableMemoryMb() > 100);
  });

  it('is bounded where it is short, and where less is wanted than there is', () => {
    assert.equal(of(512).isBounded, true);
    assert.equal(of(8000).isBounded, false);
    assert.equal(divideMemory({ wantedMb: 4096, availableMb: 8192 }).isBounded, true);
  });

  it('is read with its unit', () => {
    assert.deepEqual(['512', '512M', '512 mb', '2GB', '2 g'].map(readMemory), [512, 512, 512, 2048, 2048]);
    assert.deepEqual(['', 'GB', '1.5GB', '-1', '1TB', '123456789'].map(readMemory), Array(6).fill(null));
  });

  it('has the C library return what is free on a small machine alone', () => {
    assert.ok('MALLOC_TRIM_THRESHOLD_' in memoryEnvironment(of(512)));
    assert.deepEqual(memoryEnvironment(of(8000)), {});
  });
});

describe('the heap of workers', () => {
  it('is left to V8 where each has 1,000 MB of all there is', () => {
    assert.deepEqual(heapFlags(of(1000)), []);
    assert.deepEqual(heapFlags(of(64_000, 4)), []);
    assert.notDeepEqual(heapFlags(of(999)), []);
    assert.notDeepEqual(heapFlags(of(3999, 4)), []);
    assert.deepEqual(heapFlags(divideMemory({ wantedMb: 4096, availableMb: 8192 })), ['--max-old-space-size=1920']);
  });

  it('is the share of each otherwise, and at least 256 MB', () => {
    const small = '--max-semi-space-size=4';
    assert.deepEqual(heapFlags(of(999)), [small, '--max-old-space-size=468']);
    assert.deepEqual(heapFlags(of(1600, 2)), [small, '--max-old-space-size=343']);
    assert.deepEqual(heapFlags(of(512)), [small, '--max-old-space-size=256']);
    assert.deepEqual(heapFlags(of(512, 8)), [small, '--max-old-space-size=256']);
  });

  it('is limited by the flags that this Node.js knows', () => {
    const asked =
      "const { heap_size_limit: most } = require('node:v8').getHeapStatistics(); console.log(most / 2 ** 20)";
    const said = execFileSync(process.execPath, [...heapFlags(of(1600, 2)), '-e', asked], { encoding: 'utf8' });
    assert.ok(Number(said) >= 343 && Number(said) < 395, said);
  });
});
