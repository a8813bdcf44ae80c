export { largeApp } from '../apps/testing/large-app.js';
export { createImapServer } from '../automation/mailboxes/testing/imap-server.js';
export { SPELLINGS } from '../field-types/base/spelling/spellings.js';
export { createDatabase } from '../postgres/database.js';
export { clusterHome } from './cluster-home.js';
export { createTestDatabase } from './create-test-database.js';
export { systemBinaries } from './system-binaries.js';
export { quietLog, startTestCluster } from './test-cluster.js';
export { until } from './until.js';
