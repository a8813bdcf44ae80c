export {
  CLOCK,
  Fragment,
  Param,
  clock,
  empty,
  fixed,
  ident,
  join,
  param,
  readsToo,
  sql,
  tableNamed,
  withParam,
} from './fragment.js';
export { prepare, toStatement } from './statement.js';
export { quoteIdentifier, quoteLiteral } from './quote.js';
