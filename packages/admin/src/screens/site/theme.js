import { AppError, checkLook } from '@plinth/plugin';
import { siteCss } from '@plinth/views';
import { does, noErrors, routed, saves, shows, task, tasks, wrongFields } from '../../frame/index.js';
import { logoErrors, saveLogos } from '../../theme/logos.js';
import { themeChanges, themeForm } from '../../theme/theme-form.js';
import { checkValues, presetValues, storedValues, typedValues, usualValues } from '../../theme/theme-values.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { AdminPage, Form, Outcome, Request, Response, Tried } from '../../types.d.ts' */

/** How the site looks: colours, font, density, logo and the theme's own settings, beside a page of the site. */
export const screen = {
  path: '/settings/theme',
  title: 'admin.settings.theme',
  help: 'guide/pages',
  finds: tasks(task('theme', '/admin/settings/theme')),
  first: true,
  routes: routed({
    'GET /': shows(show),
    'POST /': saves(save, show),
    'POST /preview': does(preview),
    'GET /site.css': sendDraftCss,
  }),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function save(req, form) {
  const { app } = req.ctx;
  const typed = typedValues(req, form);
  const [op, name = ''] = (form.get('op') ?? '').split(':');
  if (op === 'reset') return { errors: noErrors(), values: usualValues(app, typed) };
  if (op === 'preset') return { errors: noErrors(), values: presetValues(typed, name) };
  if (op === 'refresh') return { errors: noErrors() };
  const { errors, settings } = checkValues(req, typed);
  const wrong = { ...errors, ...(await logoErrors(req, form)) };
  if (Object.keys(wrong).length > 0) return { errors: wrongFields(wrong) };
  const changes = { ...settings, ...(await saveLogos(req, form)) };
  return { edit: 'change-settings', input: { changes }, next: '/admin/settings/theme' };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, { form, errors, values }) {
  const { t, catalog } = req.ctx;
  const shown = values ?? (form ? typedValues(req, form) : storedValues(catalog.settings));
  return {
    title: t('admin.nav.settings'),
    tabs: settingsTabs(req, 'theme'),
    errors,
    wide: true,
    scripts: ['theme'],
    styles: ['admin/theme.css'],
    body: await themeForm(req, shown, { form, errors: errors.fields }),
  };
}

/** @param {Request} req @param {Form} form @param {Response} res */
async function preview(req, form, res) {
  res.json(await themeChanges(req, typedValues(req, form), form));
}

/** The stylesheet of settings that are not saved, which are in the address. @param {Request} req @param {Response} res */
async function sendDraftCss(req, res) {
  const { themeColour, look } = readDraft(req.query.get('draft'));
  const css = siteCss({ ...req.ctx.catalog.settings, themeColour, look: checkLook(look) }, req.ctx.app.assets.url);
  res.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'private, no-store' });
  res.end(css);
}

/** @param {string | null} text @returns {{ themeColour: string, look: any }} */
function readDraft(text) {
  try {
    const { themeColour, look } = JSON.parse(text ?? '');
    return { themeColour: String(themeColour), look };
  } catch (error) {
    throw new AppError('DRAFT_INVALID', 'The draft in the form can’t be read', {
      status: 422,
      cause: error,
      hint: 'Open the screen again. Saved changes are not affected',
    });
  }
}
