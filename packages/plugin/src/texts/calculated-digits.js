const USUAL = Object.freeze({ maximumFractionDigits: 2 });
const SMALL = Object.freeze({ maximumSignificantDigits: 3 });

/**
 * How many digits of a calculated number people read: a third has no end, and nobody chose how many of its decimals to
 * keep. Of a small one its first three.
 *
 * @param {number | string} value @returns {Readonly<Intl.NumberFormatOptions>}
 */
export const calculatedDigits = (value) => (Math.abs(Number(value)) < 1 ? SMALL : USUAL);
