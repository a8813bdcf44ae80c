export { readResults } from './read-results.js';
export { makeResultToken } from './result-token.js';
export { storeResults } from './store-results.js';
