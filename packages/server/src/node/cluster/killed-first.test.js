import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, until } from '@plinth/data/testing';
import { runningWorkers } from '../operations/running-workers.js';
import { keepablePort } from '../../testing/keepable-port.js';
import { migrateEmpty } from '../../testing/migrate-empty.js';

const main = fileURLToPath(new URL('../../../../cli/src/main.js', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'plinth-killed-'));

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
before(async () => {
  database = await createTestDatabase({ migrate: migrateEmpty });
});
after(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** @param {number} pid */
function lives(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('K2: workers end with the process that started them, and the port is free for the next', async () => {
  // The second start takes the port of the first one.
  const port = String(await keepablePort());
  for (const signal of /** @type {const} */ (['SIGKILL', 'SIGTERM'])) {
    const server = spawn(process.execPath, [main, 'serve'], {
      env: {
        PATH: process.env.PATH,
        WORKERS: '2',
        PLINTH_DATA: dataDir,
        PORT: port,
        LOG_LEVEL: 'error',
        DATABASE_URL: database.url,
        // Or each of six processes compiles all the code.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compiled'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(server.stdout.setEncoding('utf8'), 'data');
    const url = /http:\S+/.exec(line)?.[0] ?? '';
    await until(async () => (await fetch(new URL('/readyz', url))).status === 200);
    const { workers = [] } = runningWorkers(dataDir) ?? {};
    assert.equal(workers.length, 2);
    assert.equal(new URL(url).port, port);
    server.kill(signal);
    const [code] = await once(server, 'exit');
    assert.equal(code, signal === 'SIGTERM' ? 0 : null);
    await until(() => !workers.some(({ pid }) => lives(pid)));
  }
});
