const ENTITIES = /** @type {Record<string, string>} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' });

/** Characters that XML does not allow: workbooks write them as _xHHHH_. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\r\u000e-\u001f\ufffe\uffff]/g;
/** A text that looks like such an escape is escaped itself. */
const LOOKALIKE = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** @param {string} text @returns {string} safe in a text or an attribute of a workbook */
export function escapeXml(text) {
  return text
    .toWellFormed()
    .replace(LOOKALIKE, '_x005F_')
    .replace(CONTROL, (one) => `_x${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`)
    .replace(/[&<>"]/g, (one) => ENTITIES[one]);
}

/** The reverse, except for entities, which the XML parser has resolved already. @param {string} text */
export const unescapeCharacters = (text) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
