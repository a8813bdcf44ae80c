export { createFairness } from './fairness.js';
export { serverBusy, shareUsed } from './errors.js';
export { Person, personOf, systemFor } from './person.js';
export { createTurns } from './turns.js';
