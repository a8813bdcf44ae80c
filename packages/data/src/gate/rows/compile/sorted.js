import { ident, sql } from '../../../postgres/sql/index.js';
import { COMMON_ORDER, isTextType, textOrderOf } from '../../../postgres/sql/text-order.js';

/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from './compilation.js' */

/**
 * A value as it is sorted and compared by size: a text in the order of the site's language, in which its indexes are, too
 * (ddl/model.js). Compared for equality, it stays as it is.
 *
 * @param {Compilation} c @param {Fragment} value @param {string} [sqlType] default: a text
 */
export function sorted(c, value, sqlType = 'text') {
  const order = orderIn(c);
  return order === COMMON_ORDER || !isTextType(sqlType) ? value : sql`(${value} collate ${ident('plinth', order)})`;
}

/** The order of texts in the site's language. @param {Pick<Compilation, 'catalog'>} c */
export const orderIn = ({ catalog }) => textOrderOf(catalog.settings.locale);
