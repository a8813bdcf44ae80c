/*
 * `plinth serve` for a measuring process: it ends with its parent, even if that is killed, because our standard input
 * is closed then.
 */
const input = /** @type {import('node:net').Socket} */ (process.stdin);
input.resume().on('end', () => process.kill(process.pid, 'SIGTERM'));
// This must not keep the process alive.
input.unref();
process.argv.splice(2, Infinity, 'serve');
await import('../../main.js');
