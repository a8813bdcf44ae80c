/*
 * `plinth serve` for who measures it: it ends with him, also when he is killed, since his end of our standard input is
 * closed then.
 */
const input = /** @type {import('node:net').Socket} */ (process.stdin);
input.resume().on('end', () => process.kill(process.pid, 'SIGTERM'));
// It is no reason to stay.
input.unref();
process.argv.splice(2, Infinity, 'serve');
await import('../../main.js');
