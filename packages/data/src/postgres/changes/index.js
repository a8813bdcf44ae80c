export { createChangeStream } from './change-stream.js';
export { createFreshnessBarrier } from './freshness-barrier.js';
export { createRelaySource } from './relay-source.js';
export { createRelayedStream } from './relay-stream.js';
export { createTableVersions, tableVersionsOf } from './table-versions.js';
