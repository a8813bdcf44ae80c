import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';

/*
 * Loaded into processes under test ahead of their own code (live-memory.js does it). Asked by a signal, they collect
 * all garbage and write down what is left: that is the same on a slow and on a fast machine, and whatever size the
 * heaps have.
 */

process.on('SIGUSR2', async () => {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  const young = process.memoryUsage().heapUsed;
  // What is freed only after a finalizer has run goes with the next one.
  for (let times = 0; times < 3; times++) {
    collect({ type: 'major' });
    await turn();
  }
  const { heapUsed, external } = process.memoryUsage();
  const file = join(String(process.env.LIVE_MEMORY), String(process.pid));
  writeFileSync(`${file}.part`, JSON.stringify({ heapUsed, external, waiting: young - heapUsed }));
  renameSync(`${file}.part`, file);
});
