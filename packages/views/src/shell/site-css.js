/** @import { SiteSettings, Values } from '@plinth/plugin' */
/** @import { LookSettings } from './look-colours.js' */
import { LOOK_COLOURS } from '@plinth/plugin';
import { createHash } from 'node:crypto';
import { toHex } from './colour.js';
import { densityCss } from './density-css.js';
import { fontCss } from './font-css.js';
import { modeColours } from './look-colours.js';

/** Written as one colour if both modes have the same. */
const SINGLE = new Set(['primary', 'primary-hover', 'on-primary']);
/** Always written: the stylesheet's own are only what a page has without this one. */
const ALWAYS = new Set(['primary', 'primary-hover', 'on-primary', 'link', 'primary-soft']);
const FILE = /^[0-9a-f-]{36}$/i;

/**
 * The site's own stylesheet, served as /assets/site.css: the colours of its theme and those derived from them, its font
 * and its density, as far as they differ from the usual ones.
 *
 * @param {LookSettings} settings @param {(path: string) => string} assetUrl
 */
export function siteCss(settings, assetUrl) {
  const [light, dark] = [modeColours(settings, 'light'), modeColours(settings, 'dark')];
  const names = [...new Set([...Object.keys(light), ...Object.keys(dark)])];
  const declarations = names.flatMap((name) => {
    const pair = [light[name], dark[name]].map((rgb) => rgb && toHex(rgb));
    if (!ALWAYS.has(name) && isUsual(name, pair)) return [];
    // What follows from colours that only one mode has keeps its value in the other.
    const [first, second] = pair.map((one, i) => one ?? USUAL[i][/** @type {keyof typeof DERIVED.light} */ (name)]);
    return `  --pl-${name}: ${SINGLE.has(name) && first === second ? first : `light-dark(${first}, ${second})`};`;
  });
  const { font, density } = settings.look ?? {};
  const rest = [...fontCss(font, assetUrl), ...densityCss(density), ...logoCss(settings)];
  return [':root {', ...declarations, '}', ...rest, ''].join('\n');
}

/** Of base.css. */
const DERIVED = {
  light: {
    raised: '#fff',
    subtle: '#f1f3f6',
    line: '#e2e5ea',
    'line-strong': '#868f9e',
    'success-soft': '#e3f5ea',
    'danger-soft': '#fdeceb',
    'warning-soft': '#fdf2dc',
    'info-soft': '#e2f3f9',
  },
  dark: {
    raised: '#1e232b',
    subtle: '#1d222a',
    line: '#2a303a',
    'line-strong': '#6d7787',
    'success-soft': '#15301f',
    'danger-soft': '#3d1c1c',
    'warning-soft': '#35270f',
    'info-soft': '#10303b',
  },
};
const USUAL = [DERIVED.light, DERIVED.dark];

/** @param {string} name @param {(string | undefined)[]} pair */
function isUsual(name, pair) {
  return Object.values(LOOK_COLOURS).every((usual, i) => /** @type {Values} */ (usual)[name] === pair[i]);
}

/** An image in place of another: a page doesn't know which mode its reader has. @param {LookSettings} settings */
function logoCss({ logoDark }) {
  if (!logoDark || !FILE.test(logoDark)) return [];
  const shown = `content: url('/files/${logoDark}/logo');`;
  return [
    `[data-bs-theme='dark'] .pl-logo { ${shown} }`,
    `@media (prefers-color-scheme: dark) { :root:not([data-bs-theme]) .pl-logo { ${shown} } }`,
  ];
}

/**
 * Its address changes with the content, so it can be cached for ever.
 *
 * @param {Pick<SiteSettings, 'themeColour'>} settings @param {(path: string) => string} assetUrl
 */
export function siteCssUrl(settings, assetUrl) {
  const hash = createHash('sha256').update(siteCss(settings, assetUrl)).digest('base64url').slice(0, 12);
  return `/assets/site.css?v=${hash}`;
}
