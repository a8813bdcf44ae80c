export { createDatabase } from './database.js';
export { inOneTransaction, unnamed } from './in-one-transaction.js';
export { isDeadlock, isStaleSchema, translate } from './errors.js';
