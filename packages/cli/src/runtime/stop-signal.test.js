import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { until } from '@plinth/server/testing';

const module = new URL('./stop-signal.js', import.meta.url).href;

/** Stops as a server does, once it is told to go on by its input. @param {boolean} isTerminal */
const script = (isTerminal) => `
import { hearSignals } from '${module}';
const ctx = { parent: null, stdin: {}, note: console.log };
const signals = hearSignals(ctx, { isTerminal: ${isTerminal} });
signals.started(async () => console.log('restarted'));
process.on('SIGTERM', () => console.log('heard'));
process.stdin.once('data', () => process.exit());
console.log('ready');
await signals.stopped;
console.log('stopping');
`;

/** @param {boolean} [isTerminal] */
async function start(isTerminal = false) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script(isTerminal)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  /** @type {string[]} */
  const said = [];
  createInterface(child.stdout).on('line', (line) => said.push(line));
  const ended = once(child, 'exit');
  await until(() => said.includes('ready'));
  return { child, said, ended };
}

describe('signals of a server', () => {
  it('K14: the same request, passed on by npm and by systemd, is one', async () => {
    const { child, said, ended } = await start();
    for (let i = 1; i <= 3; i++) {
      child.kill('SIGTERM');
      await until(() => said.filter((line) => line === 'heard').length === i);
    }
    child.stdin.write('\n');
    const [code] = await ended;
    assert.equal(code, 0);
    assert.deepEqual(
      said.filter((line) => line !== 'heard'),
      ['ready', 'stopping'],
    );
  });

  it('SIGHUP stops it in a terminal, and exchanges its workers without one', async () => {
    for (const [isTerminal, expected] of /** @type {const} */ ([
      [true, 'stopping'],
      [false, 'restarted'],
    ])) {
      const { child, said, ended } = await start(isTerminal);
      child.kill('SIGHUP');
      await until(() => said.includes(expected));
      child.stdin.write('\n');
      await ended;
    }
  });
});
