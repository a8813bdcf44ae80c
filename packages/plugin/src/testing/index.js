export { costsAtMost } from './costs-at-most.js';
