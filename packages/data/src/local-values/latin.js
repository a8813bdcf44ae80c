/**
 * A text with European digits and signs, and without marks of direction: ٣١/١٢/٢٠٢٦ is 31/12/2026.
 *
 * @param {string} text
 */
export const latin = (text) =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\u061c\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replaceAll('−', '-');
