/** @import { Look, SiteSettings } from '@plinth/plugin' */
/** @import { Rgb } from './colour.js' */
import { LOOK_COLOURS } from '@plinth/plugin';
import { contrast, mix, parseHex, readable } from './colour.js';

/** @type {Rgb} */
export const WHITE = [255, 255, 255];
/** @type {Rgb} */
export const BLACK = [0, 0, 0];
/** @type {Rgb} */
const INK = [18, 22, 30];
const DEFAULT = '#2a5bd7';
/** WCAG 2.2, 1.4.3: text. */
export const AA = 4.5;
/** WCAG 2.2, 1.4.11: the border of a control. */
const AA_CONTROL = 3;

/** Grounds in base.css that links must be readable on: the darkest of light mode, the lightest of dark mode. */
const GROUND = /** @type {Record<'light' | 'dark', Rgb>} */ ({ light: [238, 240, 244], dark: [38, 44, 58] });
const STATES = /** @type {const} */ (['success', 'danger', 'warning', 'info']);

/** @typedef {Pick<SiteSettings, 'themeColour'> & { look?: Look, logoDark?: string | null }} LookSettings */

/**
 * All colours of one mode by the name of their custom property: those of the site, and what follows from them. Lines,
 * hover and soft backgrounds are there only if a colour that they follow from is the site's own.
 *
 * @param {LookSettings} settings @param {'light' | 'dark'} mode @returns {Record<string, Rgb>}
 */
export function modeColours({ themeColour, look = {} }, mode) {
  const own = look[mode] ?? {};
  const given = /** @type {Record<string, Rgb>} */ ({});
  for (const [name, usual] of Object.entries(LOOK_COLOURS[mode])) given[name] = parseHex(own[name] ?? '') ?? hex(usual);
  const isOwn = (/** @type {string[]} */ ...names) => names.some((name) => parseHex(own[name] ?? ''));
  const areas = isOwn('body', 'surface', 'text') ? areasOf(given, mode) : {};
  const soft = STATES.filter((state) => isOwn('surface', state)).map((state) => [
    `${state}-soft`,
    mix(given.surface, given[state], 0.13),
  ]);
  const accent = parseHex((mode === 'dark' && own.accent) || themeColour || '') ?? hex(DEFAULT);
  return { ...given, ...areas, ...Object.fromEntries(soft), ...accentColours(accent, given, areas, mode) };
}

/**
 * @param {Record<string, Rgb>} given @param {'light' | 'dark'} mode
 * @returns {Record<string, Rgb>}
 */
function areasOf({ surface, text, body }, mode) {
  const ground = worst(text, [surface, body]);
  return {
    raised: mode === 'dark' ? mix(surface, WHITE, 0.035) : surface,
    subtle: mix(surface, text, 0.05),
    line: mix(surface, text, 0.13),
    'line-strong': readable(mix(surface, text, 0.4), ground, text, AA_CONTROL),
  };
}

/**
 * The accent, and what is written on and with it. Text on it is white, ink or black; links are darkened or lightened
 * until they have enough contrast on each ground of their mode.
 *
 * @param {Rgb} primary @param {Record<string, Rgb>} given @param {Record<string, Rgb>} areas @param {'light' | 'dark'} mode
 * @returns {Record<string, Rgb>}
 */
function accentColours(primary, given, areas, mode) {
  // White and black have 21:1 between them, so one of the two always has more than 4.5:1.
  const onPrimary = [WHITE, INK, BLACK].find((colour) => contrast(primary, colour) >= AA) ?? WHITE;
  const usual = !areas.subtle;
  const base = usual ? (mode === 'light' ? WHITE : /** @type {Rgb} */ ([23, 27, 33])) : given.surface;
  const soft = mix(base, primary, mode === 'light' ? 0.1 : 0.22);
  const grounds = usual ? [soft, GROUND[mode]] : [soft, given.body, given.surface, areas.subtle];
  const towards = contrast(base, BLACK) >= contrast(base, WHITE) ? BLACK : WHITE;
  return {
    primary,
    'primary-hover': mix(primary, onPrimary === WHITE ? BLACK : WHITE, 0.14),
    'on-primary': onPrimary,
    link: readable(primary, worst(towards, grounds), towards, AA + 0.1),
    'primary-soft': soft,
  };
}

/** The ground on which a text is hardest to read. @param {Rgb} text @param {Rgb[]} grounds */
export const worst = (text, grounds) =>
  grounds.reduce((worst, ground) => (contrast(text, ground) < contrast(text, worst) ? ground : worst));

/** @param {string} text */
const hex = (text) => /** @type {Rgb} */ (parseHex(text));
