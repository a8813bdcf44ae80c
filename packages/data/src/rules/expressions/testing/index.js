export { answers, randomExpressions, usersOf } from './agreement.js';
export { createPlayground } from './playground.js';
