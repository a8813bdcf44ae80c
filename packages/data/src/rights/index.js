export { accessLevel } from './access-level.js';
export { grantOf, inScope, isUnlimited, ownerField } from './grants.js';
export { offered } from './offered.js';
export { asCondition, predicate } from './predicate.js';
export { createRules } from './rules.js';
export { USER_PARAM } from './user-param.js';
export { readableField, writableField } from './readable-field.js';
export { rightsKey, sameRights } from './rights-key.js';
export { leftBehind, reachesOwnOnly } from './left-behind.js';
