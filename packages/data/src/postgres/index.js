export { createDatabase } from './database.js';
export { isDeadlock, isStaleSchema, translate } from './errors.js';
