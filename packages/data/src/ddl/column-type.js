/** Text types, but no arrays of them. */
const TEXT = /^(text|varchar|char|character)\b(?!.*\])/;

/**
 * A column's type as it is declared. Texts are put in the order that people expect: declared with the column, so that
 * sorting, comparing and the indexes agree without a word in any query.
 *
 * @param {string} type
 */
export function columnType(type) {
  return TEXT.test(type) ? `${type} collate "plinth"."text_order"` : type;
}
