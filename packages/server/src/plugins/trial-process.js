import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/*
 * Loads modules for trial.js, which limits the time, and says whether it came through. What a module throws is not told: it
 * throws it again where it is loaded for good.
 */

/** A module that loops for ever leaves no other way to notice that nobody waits for it any more. */
const WATCH = `setInterval(() => process.ppid === ${Number(process.argv[2])} || process.kill(process.pid, 'SIGKILL'), 250)`;

new Worker(WATCH, { eval: true });
process.on('disconnect', () => process.exit());
process.on('message', async (entry) => {
  await import(pathToFileURL(String(entry)).href).catch(() => {});
  process.send?.('loaded');
});
process.send?.('ready');
