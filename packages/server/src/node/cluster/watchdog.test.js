import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, mock } from 'node:test';
import { createWatchdog } from './watchdog.js';

/** Answers each message until it is told to hang. */
const CHILD = `process.on('message', (message) => {
  if (message === 'hang') for (;;);
  process.send('here');
});`;

describe('the watchdog of a worker', () => {
  it('K1: ends a process that hangs, and leaves one alone that answers', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plinth-watchdog-'));
    const file = path.join(folder, 'child.cjs');
    writeFileSync(file, CHILD);
    const child = fork(file);
    try {
      child.send('hello');
      await once(child, 'message');
      // Time goes on when the test says so: however slow the machine is, an answer comes before the next question.
      mock.timers.enable({ apis: ['setInterval'] });
      const watchdog = createWatchdog({
        ask: () => child.send('are you there?'),
        onStuck: () => child.kill('SIGKILL'),
        every: 50,
        most: 20,
      });
      child.on('message', watchdog.heard);
      for (let asked = 0; asked < 30; asked++) {
        const answered = once(child, 'message');
        mock.timers.tick(50);
        await answered;
      }
      assert.equal(child.exitCode ?? child.signalCode, null);
      const ended = once(child, 'exit');
      child.send('hang');
      mock.timers.tick(20 * 50);
      assert.equal(child.killed, false);
      mock.timers.tick(50);
      assert.equal(child.killed, true);
      assert.deepEqual(await ended, [null, 'SIGKILL']);
    } finally {
      mock.timers.reset();
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is quiet once it is closed', async () => {
    let asked = 0;
    mock.timers.enable({ apis: ['setInterval'] });
    const watchdog = createWatchdog({ ask: () => void asked++, onStuck: assert.fail, every: 5, most: 2 });
    watchdog.close();
    mock.timers.tick(50);
    mock.timers.reset();
    assert.equal(asked, 0);
  });
});
