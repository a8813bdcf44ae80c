import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/*
 * Loads modules for trial.js, which limits the time, and reports whether it survived. Errors are not reported: the
 * module throws them again when it is loaded in the server.
 */

/** With a module in an endless loop, there is no other way to notice that the parent is gone. */
const WATCH = `setInterval(() => process.ppid === ${Number(process.argv[2])} || process.kill(process.pid, 'SIGKILL'), 250)`;

new Worker(WATCH, { eval: true });
process.on('disconnect', () => process.exit());
process.on('message', async (entry) => {
  await import(pathToFileURL(String(entry)).href).catch(() => {});
  process.send?.('loaded');
});
process.send?.('ready');
