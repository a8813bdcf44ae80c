export { atEdge, reading } from './at-edge.js';
export { costsAtMost } from './costs-at-most.js';
export { SEED } from './seed.js';
