import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';

/*
 * Loaded into processes under test before their own code (by live-memory.js). On a signal they collect all garbage and
 * write down what is left, which does not depend on the speed of the machine or the size of the heaps.
 */

process.on('SIGUSR2', async () => {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  const young = process.memoryUsage().heapUsed;
  // What is freed only after a finalizer has run goes with the second collection.
  for (let times = 0; times < 3; times++) {
    collect({ type: 'major' });
    await turn();
  }
  const { heapUsed, external } = process.memoryUsage();
  const file = join(String(process.env.LIVE_MEMORY), String(process.pid));
  writeFileSync(`${file}.part`, JSON.stringify({ heapUsed, external, waiting: young - heapUsed }));
  renameSync(`${file}.part`, file);
});
