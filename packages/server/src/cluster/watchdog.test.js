import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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
      const watchdog = createWatchdog({
        ask: () => child.send('are you there?'),
        onStuck: () => child.kill('SIGKILL'),
        every: 50,
        most: 20,
      });
      child.on('message', watchdog.heard);
      await sleep(1500);
      assert.equal(child.exitCode ?? child.signalCode, null);
      const ended = once(child, 'exit');
      child.send('hang');
      assert.deepEqual(await ended, [null, 'SIGKILL']);
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is quiet once it is closed', async () => {
    let asked = 0;
    const watchdog = createWatchdog({ ask: () => void asked++, onStuck: assert.fail, every: 5, most: 2 });
    watchdog.close();
    await sleep(50);
    assert.equal(asked, 0);
  });
});
