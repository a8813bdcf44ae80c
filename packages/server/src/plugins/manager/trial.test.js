import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { createTrial } from './trial.js';

const folder = mkdtempSync(path.join(tmpdir(), 'plinth-trial-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} name @param {string} source */
function module(name, source) {
  const entry = path.join(folder, `${name}.mjs`);
  writeFileSync(entry, source);
  return entry;
}
/** Where a module writes the id of the process that it is loaded in. @param {string} name */
const idFile = (name) => path.join(folder, `${name}.pid`);
/** @param {string} name */
const tellId = (name) =>
  `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(idFile(name))}, String(process.pid));`;
/** @param {string} name */
const isRunning = (name) => {
  try {
    return process.kill(Number(readFileSync(idFile(name), 'utf8')), 0);
  } catch {
    return false;
  }
};

describe('the trial of a plugin', () => {
  it('P2: ends one that loops for ever, and leaves no process', async () => {
    const trial = createTrial({ patience: 500 });
    await assert.rejects(trial.load('loop', module('loop', `${tellId('loop')} for (;;);`)), { code: 'PLUGIN_SLOW' });
    await until(() => !isRunning('loop'));
    trial.close();
  });

  it('P2: survives one that ends its process', async () => {
    const trial = createTrial();
    for (const [name, source] of [
      ['exit', 'process.exit(0);'],
      ['abort', 'process.abort();'],
      ['later', 'process.nextTick(() => { throw new Error("later"); }); await new Promise(() => {});'],
    ]) {
      await assert.rejects(trial.load(name, module(name, source)), { code: 'PLUGIN_ENDS_PROCESS' }, name);
    }
    trial.close();
  });

  it('blames none for what an earlier one did', async () => {
    const trial = createTrial();
    await trial.load('bomb', module('bomb', `globalThis.bomb = true;`));
    await trial.load('sound', module('sound', `if (globalThis.bomb) process.exit(1);`));
    trial.close();
  });

  it('leaves errors to the actual loading', async () => {
    const trial = createTrial();
    await trial.load('throws', module('throws', `throw new Error('boo');`));
    await trial.load('none', path.join(folder, 'none.mjs'));
    trial.close();
  });

  it('P2: ends with its caller, even in the middle of an endless loop', async () => {
    const entry = module('orphan', `${tellId('orphan')} for (;;);`);
    const script = `
      import { createTrial } from '${new URL('./trial.js', import.meta.url).href}';
      await createTrial({ patience: 600_000 }).load('orphan', ${JSON.stringify(entry)});`;
    const asking = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
    await until(() => existsSync(idFile('orphan')) && isRunning('orphan'));
    asking.kill('SIGTERM');
    const [, signal] = await once(asking, 'exit');
    assert.equal(signal, 'SIGTERM', 'it could be ended at once');
    await until(() => !isRunning('orphan'));
  });
});
