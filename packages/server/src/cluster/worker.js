/*
 * The entry of a worker process: what decides about its life, before anything that takes time to load. A SIGHUP that the
 * terminal sends to all processes would end one that is still loading.
 */

const LOOK_MS = 1000;

// Signals from a terminal reach every process; only the first one decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
// Whoever started us is gone, and the database with it.
process.on('disconnect', () => process.exit(1));
// Node does not always say so: a worker was seen that had lost its channel in its start and went on for twenty minutes.
setInterval(() => process.connected || process.exit(1), LOOK_MS).unref();

await import('./answer-requests.js');
