/* The building blocks of the files in benchmarks/. */
/** @typedef {import('./types.d.ts').Benchmark} Benchmark */
/** @typedef {import('./run/peers.js').Peer} Peer */
export { canGroup, createControlGroup } from '../testing/control-group.js';
export { load, onPath } from './run/load/index.js';
export { DEVICES, openLighthouse } from './run/open-lighthouse.js';
export { ask, keptHeaders } from './run/probe.js';
export { cpuBetween, cpuOfTree, usageOf } from './run/processes.js';
export { withRole } from './run/roles.js';
export { createRunFolder } from './run/run-folder.js';
export * from './run/servers.js';
export { figures, latencyOf, median, round, timeCalls, timed } from './run/statistics.js';
export { installBenchmark } from './setup/install-benchmark.js';
