/** @import { SiteSettings } from '@plinth/plugin' */
/** @import { Rgb } from './colour.js' */
import { createHash } from 'node:crypto';
import { contrast, mix, parseHex, readable, toHex } from './colour.js';

/** @type {Rgb} */
const WHITE = [255, 255, 255];
/** @type {Rgb} */
const INK = [18, 22, 30];
/** @type {Rgb} */
const BLACK = [0, 0, 0];
/**
 * Backgrounds in base.css that links must be readable on: the darkest of the light mode, the lightest of the dark mode.
 *
 * @type {Rgb}
 */
const LIGHT_GROUND = [238, 240, 244];
/** @type {Rgb} */
const DARK_GROUND = [38, 44, 58];
const DEFAULT = '#2a5bd7';
const AA = 4.5;

/**
 * The site's own stylesheet, served as /assets/site.css: the theme colour and colours derived from it. Text on it is
 * black or white, whichever has more contrast; links are darkened or lightened until they have AA contrast in their
 * mode.
 *
 * @param {Pick<SiteSettings, 'themeColour'>} settings
 */
export function siteCss(settings) {
  const primary = parseHex(settings.themeColour ?? '') ?? /** @type {Rgb} */ (parseHex(DEFAULT));
  // White and black have 21:1 between them, so one of the two always has more than 4.5:1.
  const onPrimary = [WHITE, INK, BLACK].find((colour) => contrast(primary, colour) >= AA) ?? WHITE;
  const hover = mix(primary, onPrimary === WHITE ? BLACK : WHITE, 0.14);
  const soft = { light: mix(WHITE, primary, 0.1), dark: mix([23, 27, 33], primary, 0.22) };
  const link = {
    light: readable(primary, darker(soft.light, LIGHT_GROUND), BLACK, AA + 0.1),
    dark: readable(primary, lighter(soft.dark, DARK_GROUND), WHITE, AA + 0.1),
  };
  return [
    ':root {',
    `  --pl-primary: ${toHex(primary)};`,
    `  --pl-primary-hover: ${toHex(hover)};`,
    `  --pl-on-primary: ${toHex(onPrimary)};`,
    `  --pl-link: light-dark(${toHex(link.light)}, ${toHex(link.dark)});`,
    `  --pl-primary-soft: light-dark(${toHex(soft.light)}, ${toHex(soft.dark)});`,
    '}',
    '',
  ].join('\n');
}

/**
 * Its address changes with the content, so it can be cached for ever.
 *
 * @param {Pick<SiteSettings, 'themeColour'>} settings
 */
export function siteCssUrl(settings) {
  const hash = createHash('sha256').update(siteCss(settings)).digest('base64url').slice(0, 12);
  return `/assets/site.css?v=${hash}`;
}

/** @param {Rgb} a @param {Rgb} b */
function darker(a, b) {
  return contrast(a, WHITE) >= contrast(b, WHITE) ? a : b;
}

/** @param {Rgb} a @param {Rgb} b */
function lighter(a, b) {
  return contrast(a, WHITE) <= contrast(b, WHITE) ? a : b;
}
