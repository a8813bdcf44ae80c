export { hasDatabase, hasOwnDatabase } from './has-database.js';
export { databaseFacts } from './database-facts.js';
export { openDatabase } from './open-database.js';
export { giveToOwnerOf } from './owner.js';
export { shareConnections } from './connection-share.js';
export { pidNamespace, processStartTime } from './process-identity.js';
export { stopOrphans } from './postmaster.js';
