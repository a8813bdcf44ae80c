import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';

const module = new URL('./pinned-node.js', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'plinth-pinned-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const bin = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
mkdirSync(bin, { recursive: true });
symlinkSync(process.execPath, join(bin, 'node'));
// Another program with the same contents, which is why it is not the one that Plinth comes with.
const other = join(folder, 'other-node');
copyFileSync(process.execPath, other);
const script = join(folder, 'server.mjs');
writeFileSync(
  script,
  `process.on('SIGTERM', () => process.exit(7));
  console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2), execArgv: process.execArgv, env: process.env.TOLD, cache: process.env.NODE_COMPILE_CACHE }));
  setInterval(() => {}, 1000);`,
);

/** @param {string} [first] what the launcher does before */
async function launch(first = '') {
  const start = `${first}; const { runUnderPinnedNode } = await import('${module}');
    await runUnderPinnedNode(${JSON.stringify({ root: folder, script, args: ['serve', '--port', '1'] })});`;
  const child = spawn(other, ['--no-deprecation', '--input-type=module', '--eval', start], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TOLD: 'yes', NODE_COMPILE_CACHE: undefined },
  });
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, said: JSON.parse(line), errors: () => errors };
}

describe('the launcher under another Node.js', { skip: process.platform === 'win32' }, () => {
  const ways =
    process.platform === 'linux'
      ? { 'makes room for the server': '', 'starts a child without execve': 'delete process.execve' }
      : { 'starts a child': '' };
  for (const [way, first] of Object.entries(ways))
    it(`K14: ${way}, which has its arguments, signals and exit code`, async () => {
      const { child, said, errors } = await launch(first);
      assert.equal(said.pid === child.pid, way === 'makes room for the server');
      assert.deepEqual([said.args, said.env], [['serve', '--port', '1'], 'yes']);
      assert.equal(said.cache, join(folder, 'node_modules', '.cache', 'plinth'), 'compiled code is kept');
      assert.ok(said.execArgv.includes('--no-deprecation'));
      child.kill('SIGTERM');
      assert.deepEqual(await once(child, 'exit'), [7, null]);
      assert.equal(errors(), '');
    });
});
