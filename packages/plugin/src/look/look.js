/** @import { Look, SettingsSchema } from '../index.d.ts' */
import { checkSettings } from '../settings/check.js';

/** Fonts by name: what Plinth ships, and stacks of what readers' systems have. */
export const LOOK_FONTS = Object.freeze(['inter', 'figtree', 'lora', 'system', 'serif', 'rounded', 'mono']);
export const LOOK_DENSITIES = Object.freeze(['compact', 'normal', 'roomy']);

/**
 * The colours that a site can set, with those of the stylesheet, for light and dark. What isn't here (lines, hover,
 * soft backgrounds) follows from them. The accent of the light mode is the setting `themeColour`.
 */
export const LOOK_COLOURS = Object.freeze({
  light: Object.freeze({
    body: '#f5f6f8',
    surface: '#ffffff',
    text: '#1b2330',
    muted: '#566172',
    success: '#17703c',
    danger: '#b42323',
    warning: '#8a5200',
    info: '#0b6a86',
  }),
  dark: Object.freeze({
    body: '#0f1216',
    surface: '#171b21',
    text: '#e7eaef',
    muted: '#a0a9b7',
    success: '#6fd39a',
    danger: '#ff9b94',
    warning: '#f0bf6a',
    info: '#7cc9e6',
  }),
});

/** @typedef {keyof typeof LOOK_COLOURS} LookMode */
/** @typedef {keyof typeof LOOK_COLOURS.light} LookColour */

/** @param {readonly string[]} names @returns {SettingsSchema} */
const colours = (names) =>
  names.map((name) => ({
    name,
    type: 'text',
    pattern: '#[0-9a-fA-F]{6}',
    patternMessage: 'Use a colour such as #2563eb',
  }));

/** @param {readonly string[]} values */
const options = (values) => values.map((value) => ({ value, label: value }));

/** @type {SettingsSchema} */
const LOOK = [
  { name: 'font', type: 'select', options: options(LOOK_FONTS) },
  { name: 'density', type: 'select', options: options(LOOK_DENSITIES) },
  { name: 'light', type: 'json' },
  { name: 'dark', type: 'json' },
];

/** @type {Record<LookMode, SettingsSchema>} */
const COLOURS = {
  light: colours(Object.keys(LOOK_COLOURS.light)),
  dark: colours(['accent', ...Object.keys(LOOK_COLOURS.dark)]),
};

/**
 * A site's look, checked and without defaults.
 *
 * @param {unknown} input @param {string} [path] prefix of the key paths in messages
 * @returns {Look}
 * @throws {import('../app-error.js').AppError} SETTINGS_INVALID
 */
export function checkLook(input, path = 'look') {
  const { font, density, light, dark } = checkSettings(LOOK, input, path);
  return {
    ...(font && font !== 'inter' && { font }),
    ...(density && density !== 'normal' && { density }),
    ...own('light', light, path),
    ...own('dark', dark, path),
  };
}

/** @param {LookMode} mode @param {unknown} input @param {string} path */
function own(mode, input, path) {
  const checked = Object.entries(checkSettings(COLOURS[mode], input ?? {}, `${path}.${mode}`));
  const changed = checked
    .map(([name, colour]) => [name, String(colour).toLowerCase()])
    .filter(([name, colour]) => LOOK_COLOURS[mode][/** @type {LookColour} */ (name)] !== colour);
  return changed.length > 0 ? { [mode]: Object.fromEntries(changed) } : {};
}
