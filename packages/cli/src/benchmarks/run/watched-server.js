import path from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * `plinth serve` of the version in the folder BENCHMARK_ROOT, for a measuring process: it ends with its parent, even if that
 * is killed, because our standard input is closed then.
 */
const root = String(process.env.BENCHMARK_ROOT);
const input = /** @type {import('node:net').Socket} */ (process.stdin);
input.resume().on('end', () => process.kill(process.pid, 'SIGTERM'));
// This must not keep the process alive.
input.unref();
process.argv.splice(2, Infinity, 'serve');
await import(pathToFileURL(path.join(root, 'packages/cli/src/main.js')).href);
