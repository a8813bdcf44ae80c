export { hashOf, makeAhead } from './ahead.js';
export { removeLeftovers } from './leftovers.js';
export { LOCK_MS } from './locking.js';
export { createRewrites } from './progress.js';
export { refuseOther, takeRewrite, withdrawOthers } from './taken.js';
