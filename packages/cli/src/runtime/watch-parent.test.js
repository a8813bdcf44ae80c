import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { until } from '@plinth/server/testing';
import { followedBy, parentToFollow } from './watch-parent.js';

const module = new URL('./watch-parent.js', import.meta.url).href;

/** Says its process id, and "gone" once its parent is. SIGHUP alone does not end it. */
const CHILD = `
import { watchParent } from '${module}';
let looks = -Infinity;
process.on('SIGHUP', () => { console.log('hung up'); looks = 0; });
watchParent({ parent: process.ppid, every: 50, onGone: () => { console.log('gone'); process.exit(); } });
console.log(process.pid);
// Made after the watch and as often: it has looked as many times.
setInterval(() => ++looks > 20 && console.log('still there'), 50);
`;
const PARENT = `
import { spawn } from 'node:child_process';
spawn(process.execPath, ['--input-type=module', '--eval', process.env.CHILD], { stdio: 'inherit' });
`;

/** A process and its child, which follows it. */
async function family() {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', PARENT], {
    env: { ...process.env, CHILD },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  /** @type {string[]} */
  const said = [];
  createInterface(parent.stdout).on('line', (line) => said.push(line));
  await until(() => said.length > 0);
  const child = Number(said[0]);
  return { parent: /** @type {number} */ (parent.pid), child, said, ended: once(parent.stdout, 'close') };
}

describe('a process that follows its parent', () => {
  it('K14: ends when that one is gone, however it went', async () => {
    for (const signal of /** @type {const} */ (['SIGKILL', 'SIGTERM', 'SIGHUP'])) {
      const { parent, said, ended } = await family();
      process.kill(parent, signal);
      await ended;
      assert.equal(said.at(-1), 'gone');
    }
  });

  it('K14: stays when the same SIGHUP reached it: its terminal was closed, and it was started with nohup', async () => {
    const { parent, child, said } = await family();
    process.kill(-parent, 'SIGHUP');
    await until(() => said.includes('still there'));
    assert.ok(said.includes('hung up') && !said.includes('gone'), said.join());
    process.kill(child, 'SIGKILL');
  });

  it('ends with its npm or its launcher, and with no other parent', () => {
    assert.equal(parentToFollow({}), null);
    assert.equal(parentToFollow({ npm_lifecycle_script: 'exec node scripts/start.js' }), process.ppid);
    assert.equal(parentToFollow({ npm_lifecycle_script: `'plinth'` }), process.ppid);
    // It starts the server and leaves.
    assert.equal(parentToFollow({ npm_lifecycle_script: 'nohup node scripts/start.js &' }), null);
    const env = followedBy({ PORT: '1' });
    assert.equal(parentToFollow(env), process.pid);
    assert.deepEqual(env, { PORT: '1' }, 'it is no launcher of what this process starts');
  });
});
