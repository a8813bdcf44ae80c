import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';

/** Runs a program under the guard and gives what it printed. @param {string} program */
function run(program) {
  const guard = new URL('./crash-guard.js', import.meta.url).href;
  const source = `
    import { guardAgainstPlugins } from '${guard}';
    const record = { name: 'bad', version: '1.0.0', error: null };
    guardAgainstPlugins({
      log: { error: (event, fields) => console.log(event, fields.plugin ?? '') },
      culprit: (trace) => (trace.includes('inPlugin') ? record : null),
      switchOff: async ({ name }) => console.log('off', name),
    });
    setTimeout(() => console.log('alive'), 50);
    ${program}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
}

describe('P2: what a plugin throws outside of any request', () => {
  it('from a timer switches it off, and the server lives', () => {
    const { stdout, status } = run(`setTimeout(function inPlugin() { throw new Error('boo'); }, 1);`);
    assert.equal(stdout, 'plugin switched off bad\noff bad\nalive\n');
    assert.equal(status, 0);
  });

  it('as a rejection that nobody handles, too', () => {
    const { stdout } = run(`(async function inPlugin() { throw new Error('boo'); })();`);
    assert.equal(stdout, 'plugin switched off bad\noff bad\nalive\n');
  });

  it('is distinguished from errors of other code, which end the process', () => {
    const { stdout, status } = run(`setTimeout(function ours() { throw new Error('boo'); }, 1);`);
    assert.doesNotMatch(stdout, /switched off|alive/);
    assert.notEqual(status, 0);
  });
});
