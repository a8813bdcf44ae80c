export { Fragment, Param, empty, fixed, ident, join, param, sql, withParam } from './fragment.js';
export { prepare, toStatement } from './statement.js';
export { quoteIdentifier, quoteLiteral } from './quote.js';
