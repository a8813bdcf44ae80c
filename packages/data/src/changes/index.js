export { createChangeStream, whyNoLog } from './change-stream.js';
export { createTableVersions } from './table-versions.js';
