import { requireRecentLogin } from '../../../auth/recent-login.js';
import { createRouter } from '../../../http/router.js';
import { control } from '../../controls.js';
import { adminPage } from '../../page.js';
import { formErrors, noErrors } from '../../run-edit.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/settings/sessions', title: 'admin.settings.sessions', first: true, routes };

const MINUTES = /** @type {const} */ (['idleMinutes', 'adminIdleMinutes', 'absoluteMinutes']);

/** How long people stay logged in. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  const { settings } = app.data.people;
  router.use(requireRecentLogin());
  router.get('/', async (req, res) => show(app, req, res, await settings.read(), noErrors()));
  router.post('/', async (req, res) => {
    const form = await req.form();
    const typed = Object.fromEntries(MINUTES.map((name) => [name, form.get(name) ?? '']));
    const adminStrict = form.get('adminStrict') === 'true';
    const minutes = Object.fromEntries(MINUTES.map((name) => [name, minutesOf(typed[name])]));
    try {
      await settings.update(req.ctx.author, { ...minutes, adminStrict });
    } catch (error) {
      return show(app, req, res, { ...typed, adminStrict }, formErrors(error, req.ctx.t));
    }
    res.flash(req.ctx.t('admin.saved'));
    return res.redirect('/admin/settings/sessions');
  });
  return router;
}

/** @param {string} text */
const minutesOf = (text) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN);

/** @param {App} app @param {Request} req @param {Response} res @param {Record<string, any>} values @param {FormErrors} errors */
function show(app, req, res, values, errors) {
  const { t } = req.ctx;
  const minutes = MINUTES.map((name) =>
    control({
      name,
      type: 'number',
      label: t(`admin.settings.${name}`),
      help: name === 'adminIdleMinutes' ? t('admin.settings.adminIdleMinutesHelp') : undefined,
      value: values[name],
      required: true,
      error: errors.fields[name],
      attrs: { min: 5, step: 1, inputmode: 'numeric' },
    }),
  );
  const strict = control({
    name: 'adminStrict',
    type: 'switch',
    label: t('admin.settings.adminStrict'),
    help: t('admin.settings.adminStrictHelp'),
    value: values.adminStrict,
  });
  return adminPage(app, req, res, {
    title: t('admin.nav.settings'),
    lead: t('admin.settings.sessionsLead'),
    tabs: settingsTabs(req, 'sessions'),
    template: 'people/form',
    errors,
    model: {
      action: '/admin/settings/sessions',
      submit: t('admin.save'),
      controls: [...minutes, strict],
    },
  });
}
