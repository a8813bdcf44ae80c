export { largeApp } from '../apps/testing/large-app.js';
export { createDatabase } from '../postgres/database.js';
export { createTestDatabase } from './create-test-database.js';
export { systemBinaries } from './system-binaries.js';
export { quietLog, startTestCluster } from './test-cluster.js';
export { until } from './until.js';
