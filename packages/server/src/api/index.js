/** @typedef {import('./rest/describe/visible-tables.js').FieldInfo} FieldInfo */
/** @typedef {import('./rest/describe/visible-tables.js').TableInfo} TableInfo */
/** @typedef {import('./rest/realtime/stream-slots.js').StreamSlot} StreamSlot */
export { comment, typeOf } from './rest/client/type-text.js';
export { visibleTables } from './rest/describe/visible-tables.js';
export { EventStream } from './rest/realtime/event-stream.js';
export { createStreamSlots } from './rest/realtime/stream-slots.js';
