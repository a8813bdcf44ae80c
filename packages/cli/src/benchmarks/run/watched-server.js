/*
 * `plinth serve` for who measures it: it ends with him, also when he is killed, since his end of our standard input is
 * closed then.
 */
process.stdin.resume().on('end', () => process.kill(process.pid, 'SIGTERM'));
process.argv.splice(2, Infinity, 'serve');
await import('../../main.js');
