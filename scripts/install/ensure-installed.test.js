import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, it } from 'node:test';
import { until } from '@plinth/data/testing';

const folder = mkdtempSync(join(tmpdir(), 'plinth-install-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes its process id, and takes for ever. */
const NPM = `#!/bin/sh
mkdir node_modules
echo $$ > npm.pid
exec sleep 600
`;
const script = `
import { ensureInstalled } from '${new URL('./ensure-installed.js', import.meta.url).href}';
process.exitCode = (await ensureInstalled({ root: process.cwd(), dev: false })) ? 0 : 1;`;
/** Nothing keeps root from writing; after what it imports was read, it is somebody else. */
const asNobody = 'if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }';

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('K14: an install that is told to stop ends with npm, and what was installed before is back', async () => {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'npm'), NPM, { mode: 0o755 });
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: {} }));
  const locked = { 'node_modules/pg': { version: '8.1.0' } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }));

  const installing = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: { PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) },
    stdio: 'ignore',
  });
  const pidFile = join(folder, 'npm.pid');
  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'));
  installing.kill('SIGTERM');
  const [code] = await once(installing, 'exit');
  assert.equal(code, 1);
  await until(() => !isRunning(Number(readFileSync(pidFile, 'utf8'))));
  assert.ok(existsSync(join(folder, 'node_modules', '.package-lock.json')));
});

it('says who may install, and blames no registry, if the clone belongs to another user', () => {
  const clone = join(folder, 'theirs');
  mkdirSync(clone, { mode: 0o755 });
  writeFileSync(
    join(clone, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/pg': { version: '8.1.0' } } }),
  );
  chmodSync(folder, 0o755);
  chmodSync(clone, 0o555);
  const starting = spawnSync(process.execPath, ['--input-type=module', '--eval', asNobody + script], {
    cwd: clone,
    encoding: 'utf8',
  });
  assert.equal(starting.status, 1);
  assert.match(
    starting.stderr,
    /may not write to .*theirs\.\nAs (root|the user number \d+), run: cd .*theirs && npm ci --omit=dev/,
  );
  assert.doesNotMatch(starting.stderr, /registry/);
  assert.deepEqual(readdirSync(clone), ['package-lock.json']);
});
