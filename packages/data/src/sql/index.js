export { Fragment, Param, empty, fixed, ident, join, param, sql } from './fragment.js';
export { prepare, toStatement } from './statement.js';
export { quoteIdentifier, quoteLiteral } from './quote.js';
