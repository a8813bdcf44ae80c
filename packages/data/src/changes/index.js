export { createChangeStream } from './change-stream.js';
export { createProof } from './proof.js';
export { createRelaySource } from './relay-source.js';
export { createRelayedStream } from './relay-stream.js';
export { createTableVersions, tableVersionsOf } from './table-versions.js';
