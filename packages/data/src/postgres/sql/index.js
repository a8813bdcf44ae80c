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
  slot,
  sql,
  tableNamed,
  whole,
  withParam,
} from './fragment.js';
export { asBigint, asKey, asUuid } from './keys.js';
export { ddl, isSchemaBuilder, k, raw } from './knex.js';
export { asStatement, prepare, toStatement } from './statement.js';
export { quoteIdentifier, quoteLiteral } from './quote.js';
export { dayOf, isoOf, localOf, momentOf } from './zone.js';
