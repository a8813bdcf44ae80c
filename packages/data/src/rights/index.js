export { accessLevel, isUnlimited, ownerField } from './access-level.js';
export { offered } from './offered.js';
export { USER_PARAM, asCondition, predicate } from './predicate.js';
export { readableField } from './readable-field.js';
export { rightsKey } from './rights-key.js';
export { leftBehind, reachesOwnOnly } from './left-behind.js';
