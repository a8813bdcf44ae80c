/*
 * The entry of a worker process. Signal handlers come before anything that takes time to load: a SIGHUP that a terminal
 * sends to all processes would end a worker that is still loading.
 */

const CHECK_MS = 1000;

// Signals from a terminal reach every process; only the first process acts on them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
// The first process is gone, and the database with it.
process.on('disconnect', () => process.exit(1));
// Node does not always emit "disconnect": a worker that lost its channel during its start kept running for twenty
// minutes.
setInterval(() => process.connected || process.exit(1), CHECK_MS).unref();

await import('./answer-requests.js');
