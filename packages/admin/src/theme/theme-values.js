import { LOOK_COLOURS, LOOK_DENSITIES, LOOK_FONTS } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';
import { checked, readSettings } from '../frame/index.js';
import { PRESETS } from './presets.js';

/** @import { SettingsSchema, SiteSettings, Values } from '@plinth/plugin' */
/** @import { App, Form, Request } from '../types.d.ts' */

export const MODES = /** @type {const} */ (['light', 'dark']);
/** Colours in the order of the form. The accent of the light mode is the site's theme colour. */
export const COLOURS = Object.freeze(['accent', ...Object.keys(LOOK_COLOURS.light)]);
export const THEME = { prefix: 'themeSettings.' };
/** Of a new site: migration 0003. */
const ACCENT = '#206bc4';

/**
 * What the theme editor shows. Colours are as typed, by "light.text"; all of them are there.
 *
 * @typedef {{ colours: Record<string, string>, font: string, density: string, mode: string, theme: string,
 *   themeSettings: Values }} ThemeValues
 */

/** @param {string} name "dark.text" @returns {string} */
export function usualColour(name) {
  const [mode, colour] = name.split('.');
  return colour === 'accent' ? ACCENT : /** @type {Values} */ (LOOK_COLOURS)[mode][colour];
}

/** @param {Pick<SiteSettings, 'themeColour' | 'look'>} settings @returns {Record<string, string>} */
export function coloursOf({ themeColour, look = {} }) {
  const names = MODES.flatMap((mode) => COLOURS.map((colour) => `${mode}.${colour}`));
  const given = (/** @type {string} */ name) => {
    const [mode, colour] = name.split('.');
    const own = look[/** @type {'light' | 'dark'} */ (mode)]?.[colour];
    return own ?? (colour === 'accent' ? themeColour : usualColour(name));
  };
  return Object.fromEntries(names.map((name) => [name, given(name)]));
}

/** @param {SiteSettings} settings @returns {ThemeValues} */
export function storedValues(settings) {
  const { mode, theme, themeSettings, look = {} } = settings;
  const { font = 'inter', density = 'normal' } = look;
  return { colours: coloursOf(settings), font, density, mode, theme, themeSettings: themeSettings ?? {} };
}

/** As a new site has them. @param {App} app @param {ThemeValues} values @returns {ThemeValues} */
export function usualValues(app, { mode, theme }) {
  const given = themeSchema(app, theme).filter((one) => one.default !== undefined);
  const themeSettings = Object.fromEntries(given.map((one) => [one.name, one.default]));
  return { ...storedValues(/** @type {any} */ ({ themeColour: ACCENT, themeSettings })), mode, theme };
}

/**
 * With the colours of a preset.
 *
 * @param {ThemeValues} values @param {string} name @returns {ThemeValues}
 */
export function presetValues(values, name) {
  const preset = PRESETS.find((one) => one.name === name);
  return preset ? { ...values, colours: coloursOf(preset) } : values;
}

/** The values of the submitted form, as typed. @param {Request} req @param {Form} form @returns {ThemeValues} */
export function typedValues(req, form) {
  const { catalog, app } = req.ctx;
  const stored = storedValues(catalog.settings);
  const text = (/** @type {string} */ name, /** @type {string} */ usual) => (form.get(name) ?? usual).trim();
  const colours = Object.entries(stored.colours).map(([name, now]) => [name, longHex(text(name, now))]);
  const choice = (/** @type {'font' | 'density' | 'mode' | 'theme'} */ name) => text(name, '') || stored[name];
  const theme = choice('theme');
  return {
    colours: Object.fromEntries(colours),
    font: choice('font'),
    density: choice('density'),
    mode: choice('mode'),
    theme,
    // A theme just chosen has not been asked for its own settings yet.
    themeSettings:
      form.has('shownTheme') && form.get('shownTheme') === theme
        ? readSettings(req, themeSchema(app, theme), form, THEME)
        : theme === stored.theme
          ? stored.themeSettings
          : {},
  };
}

/** abc and #abc as #aabbcc; empty as usual is up to the reader. @param {string} text */
function longHex(text) {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text) ?? [];
  if (!digits) return text;
  return `#${(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits).toLowerCase()}`;
}

const HEX = /^#[0-9a-f]{6}$/;

/**
 * What is wrong with the values, by control name, and the settings that they stand for. A wrong colour is left as it
 * usually is, so that the rest can be looked at.
 *
 * @param {Request} req @param {ThemeValues} values
 * @returns {{ errors: Record<string, string>, settings: Pick<SiteSettings, 'themeColour' | 'mode' | 'theme' |
 *   'themeSettings'> & { look: import('@plinth/plugin').Look } }}
 */
export function checkValues(req, { colours, font, density, mode, theme, themeSettings }) {
  const { app, t } = req.ctx;
  const wrong = Object.entries(colours).filter(([, colour]) => colour !== '' && !HEX.test(colour));
  const own = checked(themeSchema(app, theme), themeSettings, t, THEME.prefix);
  const chosen = checked(choices(req), { font, density, mode, theme }, t);
  const good = (/** @type {string} */ name) => (HEX.test(colours[name]) ? colours[name] : usualColour(name));
  const themeColour = good('light.accent');
  const ofMode = (/** @type {'light' | 'dark'} */ which) => {
    const names = COLOURS.filter(
      (name) => name !== 'accent' || (which === 'dark' && good('dark.accent') !== themeColour),
    );
    const pairs = names.map((name) => [name, good(`${which}.${name}`)]);
    return Object.fromEntries(
      pairs.filter(([name, colour]) => name === 'accent' || colour !== usualColour(`${which}.${name}`)),
    );
  };
  const look = {
    ...(font !== 'inter' && !chosen.errors.font && { font }),
    ...(density !== 'normal' && !chosen.errors.density && { density }),
    ...Object.fromEntries(MODES.map((which) => [which, ofMode(which)]).filter(([, list]) => Object.keys(list).length)),
  };
  return {
    errors: {
      ...Object.fromEntries(wrong.map(([name]) => [name, t('admin.theme.colourWrong')])),
      ...own.errors,
      ...chosen.errors,
    },
    settings: /** @type {any} */ ({ themeColour, mode, theme, look, themeSettings: own.values }),
  };
}

/** @param {App} app @param {string} theme @returns {SettingsSchema} */
export const themeSchema = (app, theme) => (app.registry.has('theme', theme) ? app.registry.theme(theme).settings : []);

/** The choices of the form. @param {Request} req @returns {SettingsSchema} */
export function choices({ ctx: { app, t } }) {
  /** @param {string} name @param {string} usual @param {readonly string[]} values @param {string} [texts] */
  const choice = (name, usual, values, texts = `admin.theme.${name}`) => {
    const options = values.map((value) => ({ value, label: t(`${texts}.${value}`) }));
    return select(name, texts, options, { default: usual });
  };
  const themes = app.registry.all('theme').map(({ name, label }) => ({ value: name, label: t(label) }));
  return [
    choice('font', 'inter', LOOK_FONTS),
    choice('density', 'normal', LOOK_DENSITIES),
    choice('mode', 'auto', ['auto', ...MODES], 'admin.settings.mode'),
    select('theme', 'admin.settings.theme', themes, { default: 'default' }),
  ];
}
