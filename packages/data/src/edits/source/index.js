export { readSource } from './read-source.js';
export { sourcePart, writeSource } from './write-source.js';
