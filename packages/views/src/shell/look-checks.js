/** @import { LookSettings } from './look-colours.js' */
/** @import { Rgb } from './colour.js' */
import { contrast, parseHex, readable, toHex } from './colour.js';
import { AA, BLACK, modeColours, WHITE, worst } from './look-colours.js';

/**
 * A colour of the look against the ground on which it is hardest to read.
 *
 * @typedef {object} LookCheck
 * @property {'light' | 'dark'} mode
 * @property {string} name of the colour that is set: text, accent
 * @property {string} colour what is written, #rrggbb @property {string} ground what it is written on
 * @property {number} ratio of WCAG, 1..21 @property {boolean} passes AA for text, 4.5
 * @property {string | null} nearest the nearest colour that passes; null if it passes, or none can
 */

/** Which colours of the page each is written on. */
const GROUNDS = /** @type {Record<string, string[]>} */ ({
  text: ['body', 'surface'],
  muted: ['body', 'surface'],
  success: ['surface', 'success-soft'],
  danger: ['surface', 'danger-soft'],
  warning: ['surface', 'warning-soft'],
  info: ['surface', 'info-soft'],
});
const MODES = /** @type {const} */ (['light', 'dark']);

/**
 * Whether what is written in a look's colours can be read. The accent passes as the ground of buttons, since the text
 * on it is chosen for it; what is checked is the link made of it.
 *
 * @param {LookSettings} settings
 * @returns {LookCheck[]}
 */
export function lookChecks(settings) {
  return MODES.flatMap((mode) => {
    const colours = modeColours(settings, mode);
    const own = Object.entries(GROUNDS).map(([name, grounds]) =>
      checkOf({ mode, name, colour: colours[name], grounds: grounds.map((ground) => colours[ground]).filter(Boolean) }),
    );
    const { link, surface, body } = colours;
    return [checkOf({ mode, name: 'accent', colour: link, grounds: [surface, body] }), ...own];
  });
}

/** @param {{ mode: 'light' | 'dark', name: string, colour: Rgb, grounds: Rgb[] }} pair @returns {LookCheck} */
function checkOf({ mode, name, colour, grounds }) {
  const ground = worst(colour, grounds);
  const ratio = contrast(colour, ground);
  const passes = ratio >= AA;
  return {
    mode,
    name,
    colour: toHex(colour),
    ground: toHex(ground),
    ratio,
    passes,
    nearest: passes ? null : nearestTo(colour, grounds),
  };
}

/** Darker or lighter, whichever changes less and passes on all grounds. @param {Rgb} colour @param {Rgb[]} grounds */
function nearestTo(colour, grounds) {
  const candidates = [BLACK, WHITE]
    .map((towards) => readable(colour, worst(towards, grounds), towards, AA))
    .filter((candidate) => grounds.every((ground) => contrast(candidate, ground) >= AA));
  const apart = (/** @type {Rgb} */ one) => one.reduce((sum, part, i) => sum + (part - colour[i]) ** 2, 0);
  const [nearest] = candidates.sort((a, b) => apart(a) - apart(b));
  return nearest ? toHex(nearest) : null;
}

/**
 * The modes in which a colour hardly differs from the theme's surface.
 *
 * @param {LookSettings} settings @param {string} colour #rrggbb @param {number} wanted contrast, 1..21
 * @returns {{ mode: 'light' | 'dark', ratio: number }[]}
 */
export function palenessOf(settings, colour, wanted) {
  const rgb = parseHex(colour);
  if (!rgb) return [];
  return MODES.map((mode) => ({ mode, ratio: contrast(rgb, modeColours(settings, mode).surface) })).filter(
    ({ ratio }) => ratio < wanted,
  );
}
