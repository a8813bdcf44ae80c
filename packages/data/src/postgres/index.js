export { createDatabase } from './database.js';
export { isStaleSchema, translate } from './errors.js';
