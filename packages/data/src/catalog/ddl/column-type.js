import { COMMON_ORDER, isTextType } from '../../postgres/sql/text-order.js';

/**
 * A column's declared type. Texts get the order that most languages share in the declaration, so that sorting, comparing
 * and the indexes agree without a word in any query; where the site's language has an order of its own, lists name it.
 *
 * @param {string} type
 */
export function columnType(type) {
  return isTextType(type) ? `${type} collate "plinth"."${COMMON_ORDER}"` : type;
}
