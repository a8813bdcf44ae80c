/**
 * Arithmetic on sRGB colours for the theme colour: WCAG contrast and mixing. Formulas: WCAG 2.2, "relative luminance".
 * @typedef {[number, number, number]} Rgb red, green, blue, 0..255
 */

/** @param {string} hex #rgb or #rrggbb @returns {Rgb | null} null if it is not a colour */
export function parseHex(hex) {
  const match = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(hex.trim());
  if (!match) return null;
  const digits = match[2] ?? [...match[1]].map((digit) => digit + digit).join('');
  const number = parseInt(digits, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** @param {Rgb} rgb */
export function toHex(rgb) {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Share of `b` in the mix: 0 gives a, 1 gives b. @param {Rgb} a @param {Rgb} b @param {number} share @returns {Rgb} */
export function mix(a, b, share) {
  return /** @type {Rgb} */ (a.map((part, i) => part + (b[i] - part) * share));
}

/** @param {Rgb} a @param {Rgb} b @returns {number} 1..21 */
export function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The colour nearest to `colour`, mixed with `towards`, that has the required contrast against `ground`.
 *
 * @param {Rgb} colour @param {Rgb} ground @param {Rgb} towards @param {number} wanted
 */
export function readable(colour, ground, towards, wanted) {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = /** @type {Rgb} */ (mix(colour, towards, share).map(Math.round));
    if (contrast(candidate, ground) >= wanted) return candidate;
  }
  return towards;
}

/** @param {Rgb} rgb */
function luminance(rgb) {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
