import { html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { lookChecks } from '@plinth/views';
import { expectField, explained, partsFor, renderAdmin, settingsControls } from '../frame/index.js';
import { LOGO_KB, LOGOS } from './logos.js';
import { PRESETS } from './presets.js';
import { draftCssUrl, firstPage, framePages, themeDocument } from './theme-frame.js';
import { checkValues, choices, coloursOf, COLOURS, MODES, THEME, themeSchema, usualColour } from './theme-values.js';

/** @import { Html } from '@plinth/plugin' */
/** @import { Form, Request } from '../types.d.ts' */
/** @import { ThemeValues } from './theme-values.js' */

/** Colours whose name doesn't say where they are. */
const HELPED = new Set(['accent', 'body', 'surface', 'muted']);

/**
 * The form of the theme editor, with a page of the site in a frame beside it.
 *
 * @param {Request} req @param {ThemeValues} values
 * @param {{ form: Form | null, errors: Record<string, string> }} tried
 * @returns {Promise<Html>}
 */
export async function themeForm(req, values, { form, errors }) {
  const { app, catalog, t } = req.ctx;
  const { settings } = checkValues(req, values);
  const page = form?.get('page') ?? req.query.get('page') ?? firstPage(req);
  const scheme = form?.get('scheme') ?? (settings.mode === 'dark' ? 'dark' : 'light');
  const schema = choices(req);
  const select = (/** @type {'font' | 'density' | 'mode' | 'theme'} */ chosen) =>
    settingsControls(req, schema, values, { errors, only: ({ name }) => name === chosen });
  const notes = checkTexts(req, settings);
  return renderAdmin(req, 'site/theme', {
    expect: expectField(catalog, catalog.settings.id, form?.get('expect')),
    presets: PRESETS.map((preset) => ({
      name: preset.name,
      label: t(`admin.theme.preset.${preset.name}`),
      colours: coloursOf(preset),
      swatch: swatch(coloursOf(preset)),
    })),
    colours: COLOURS.map((name) => ({
      name,
      label: t(`admin.theme.colour.${name}`),
      help: HELPED.has(name) ? t(`admin.theme.colourHelp.${name}`) : '',
      cells: MODES.map((mode) => colourCell(req, `${mode}.${name}`, values.colours, errors[`${mode}.${name}`])),
    })),
    renderCell: (/** @type {{ name: string }} */ cell) =>
      renderAdmin(req, 'site/theme-colour', { cell, note: notes[cell.name] }),
    font: select('font'),
    density: select('density'),
    mode: select('mode'),
    theme: select('theme'),
    shownTheme: values.theme,
    own: settingsControls(req, themeSchema(app, values.theme), values.themeSettings, { ...THEME, errors }),
    logos: LOGOS.map((logo) => logoControl(req, logo, errors)),
    pages: framePages(req),
    page,
    scheme,
    document: await themeDocument(req, { page, draft: settings, scheme }),
  });
}

/**
 * What the page changes after each change of the form: the stylesheet, the notes beside the colours, and, if asked for,
 * the page in the frame.
 *
 * @param {Request} req @param {ThemeValues} values @param {Form} form
 */
export async function themeChanges(req, values, form) {
  const { errors, settings } = checkValues(req, values);
  const [page, scheme] = [form.get('page') ?? 'sample', form.get('scheme') ?? 'light'];
  const notes = Object.entries(checkTexts(req, settings)).map(([name, note]) => [name, note.text]);
  const document = form.get('document') === '1' ? await themeDocument(req, { page, draft: settings, scheme }) : null;
  return { css: draftCssUrl(settings), notes: Object.fromEntries(notes), errors, document };
}

/** @param {Request} req @param {string} name @param {Record<string, string>} colours @param {string | undefined} error */
function colourCell(req, name, colours, error) {
  const { t } = req.ctx;
  const [mode, colour] = name.split('.');
  const label = `${t(`admin.theme.colour.${colour}`)} (${t(`admin.settings.mode.${mode}`)})`;
  if (error) explained(req).add(error);
  return { name, label, value: colours[name], usual: usualColour(name), error };
}

/** A preset as a picture: its surfaces, text and accent, light beside dark. @param {Record<string, string>} colours */
function swatch(colours) {
  return html`<svg viewBox="0 0 64 32" aria-hidden="true">${MODES.map((mode, i) => {
    const of = (/** @type {string} */ name) => colours[`${mode}.${name}`];
    const x = i * 32;
    return html`<rect x="${x}" width="32" height="32" fill="${of('body')}"/><rect x="${x + 5}" y="6" width="22" height="20" rx="2.5" fill="${of('surface')}"/><rect x="${x + 8}" y="10" width="16" height="2.5" rx="1" fill="${of('text')}"/><rect x="${x + 8}" y="14.5" width="11" height="2" rx="1" fill="${of('muted')}"/><rect x="${x + 8}" y="19" width="10" height="4.5" rx="1.5" fill="${of('accent')}"/>`;
  })}</svg>`;
}

/**
 * What is said beside each colour: its contrast, and a better one if it is too low.
 *
 * @param {Request} req @param {Pick<import('@plinth/plugin').SiteSettings, 'themeColour' | 'look'>} settings
 * @returns {Record<string, Html>}
 */
function checkTexts(req, settings) {
  const { t, formats } = req.ctx;
  const { icon } = partsFor(req);
  const notes = lookChecks(settings).map(({ mode, name, ratio, passes, nearest, ground }) => {
    const shown = t('admin.theme.ratio', { ratio: formats.number(Math.floor(ratio * 10) / 10) });
    if (passes)
      return [
        `${mode}.${name}`,
        html`<span class="adm-theme-ratio" title="${t('admin.theme.passes', { ground })}">${icon('check')} ${shown}</span>`,
      ];
    // A link is made of the accent and darkened as needed, so it is only too pale if the grounds leave no room.
    const better =
      nearest && name !== 'accent'
        ? html` <button type="button" class="btn btn-sm" data-adm-use="${nearest}" hidden>${t('admin.theme.use', { colour: nearest })}</button><span class="adm-theme-nearest">${t('admin.theme.nearest', { colour: nearest })}</span>`
        : '';
    return [
      `${mode}.${name}`,
      html`<span class="adm-theme-ratio text-danger">${icon('alert-triangle')} ${shown}</span> ${t('admin.theme.tooLow')}${better}`,
    ];
  });
  return Object.fromEntries(notes);
}

/** The current logo, and a control to replace it. @param {Request} req @param {typeof LOGOS[number]} logo @param {Record<string, string>} errors */
function logoControl(req, { file, setting, none }, errors) {
  const { t, env, catalog } = req.ctx;
  const id = catalog.settings[setting];
  const label = t(`admin.theme.${setting}`);
  const now =
    id &&
    html`<div class="adm-inline mb-2"><img class="adm-logo" src="${env.fileUrl({ id, name: 'logo' })}" alt="${label}">
      <div class="form-check"><input class="form-check-input" type="checkbox" id="f-${none}" name="${none}" value="1">
        <label class="form-check-label" for="f-${none}">${t('admin.settings.noLogo')}</label></div></div>`;
  const accept = 'image/png,image/jpeg,image/webp,image/gif,image/avif';
  const help = setting === 'logo' ? t('admin.theme.logoHelp', { most: LOGO_KB }) : t('admin.theme.logoDarkHelp');
  return html`${now}${settingsControls(req, [text(file, label, { help, attrs: { type: 'file', accept } })], {}, { errors })}`;
}
