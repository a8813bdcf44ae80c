export { startWorkers } from './node/cluster/start-workers.js';
export { createServer } from './create-server.js';
export { startServer } from './start-server.js';
