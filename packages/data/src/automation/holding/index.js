export { MAY_ACT, isHeld, siteHeld } from './held.js';
export { createHolding } from './holding.js';
