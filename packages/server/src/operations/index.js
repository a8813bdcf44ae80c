export { isLoopback, networkAddresses } from './addresses.js';
export { pidNamespace, processStartTime, stopOrphans } from '@plinth/data/embedded';
export { openDatabase } from '@plinth/data';
export { LOG_LEVELS, readConfig } from '../config/read-config.js';
export { createLog, writeTo } from '../log/log.js';
export { lastAddress } from './last-address.js';
export { releaseStartMemory } from './release-start-memory.js';
export { readFacts, readMachineFacts } from './read-facts.js';
