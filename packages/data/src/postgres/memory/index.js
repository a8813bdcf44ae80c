/** @typedef {import('./divide.js').Memory} Memory */
export { availableMemoryMb } from './available.js';
export { divideMemory, heapFlags, leastMemoryMb, memoryEnvironment, readMemory } from './divide.js';
