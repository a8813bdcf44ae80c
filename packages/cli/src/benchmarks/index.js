/* The building blocks of the files in benchmarks/. */
export { createControlGroup } from '../testing/control-group.js';
export { load } from './run/load/index.js';
export { withOwnApp, withOwnServer } from './run/own-app.js';
export { createOwnData, prepareData, startOwnServer } from './run/own-server.js';
export { cpuBetween, cpuOfTree } from './run/processes.js';
export { runAsScript, isMain } from './run/run-as-script.js';
export { ask, startRole } from './run/roles.js';
export { figures, median, round, timeCalls } from './run/statistics.js';
export { installBenchmark } from './setup/install-benchmark.js';
