/** Text types, but not arrays of them. */
const TEXT = /^(text|varchar|char|character)\b(?!.*\])/;

/**
 * A column's declared type. Texts get the collation that people expect in the declaration, so that sorting, comparing
 * and the indexes agree without a word in any query.
 *
 * @param {string} type
 */
export function columnType(type) {
  return TEXT.test(type) ? `${type} collate "plinth"."text_order"` : type;
}
