export { costsAtMost } from './costs-at-most.js';
export { SEED } from './seed.js';
