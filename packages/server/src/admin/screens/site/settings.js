import { createReadStream } from 'node:fs';
import { AppError, errorText } from '@plinth/plugin';
import { requireRecentLogin } from '../../../auth/recent-login.js';
import { createRouter } from '../../../http/router.js';
import { adminPage } from '../../page.js';
import { expectField, formErrors, noErrors, runEdit, wrongFields } from '../../run-edit.js';
import { checked, readSettings, settingsControls } from '../../settings.js';
import { mailSettings, siteGroups, siteSettings } from './settings-schemas.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { Translate } from '@plinth/plugin' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = {
  path: '/settings',
  title: 'admin.nav.settings',
  nav: { section: 'site', icon: 'settings', order: 30 },
  routes,
};

/** The site: name, look, language, sign-up; and the mail server. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => showSite(app, req, res, { ...req.ctx.catalog.settings }, noErrors()));
  router.post('/', (req, res) => saveSite(app, req, res));
  router.get('/mail', requireRecentLogin(), async (req, res) =>
    showMail(app, req, res, (await app.data.people.secrets.read('smtp')) ?? {}, noErrors()),
  );
  router.post('/mail', requireRecentLogin(), (req, res) => saveMail(app, req, res));
  router.post('/mail/test', async (req, res) => {
    const { t, user } = req.ctx;
    const kept = (await app.data.people.secrets.read('smtp')) ?? {};
    try {
      await app.mail.send({
        to: user?.email ?? '',
        subject: t('admin.mail.testSubject'),
        text: t('admin.mail.testText'),
      });
    } catch (error) {
      return showMail(app, req, res, kept, mailErrors(error, req.ctx.t));
    }
    res.flash(t('admin.mail.sent', { to: user?.email }));
    return res.redirect('/admin/settings/mail');
  });
  return router;
}

/** A mail server that refuses is something to show, not our own failure. @param {unknown} error @param {Translate} t @returns {FormErrors} */
function mailErrors(error, t) {
  if (!(error instanceof AppError) || error.code !== 'MAIL_FAILED') return formErrors(error, t);
  const { message, hint } = errorText(error, t);
  const cause = /** @type {any} */ (error.cause)?.message;
  return { ...noErrors(), status: 422, message: cause ? `${message}: ${cause}` : message, hint, code: error.code };
}

/** @param {App} app @param {Request} req @param {Response} res */
async function saveSite(app, req, res) {
  const { catalog, actor } = req.ctx;
  const form = await req.form();
  const schema = siteSettings(app, req);
  const raw = readSettings(app, req, schema, form);
  const theme = themeSchema(app, raw.theme);
  const rawTheme = readSettings(app, req, theme, form, { prefix: 'themeSettings.' });
  const kept = { ...raw, logo: catalog.settings.logo, themeSettings: rawTheme };
  const again = (/** @type {FormErrors} */ errors) => showSite(app, req, res, kept, errors, form.get('expect'));
  const { values, errors } = checked(schema, raw, req.ctx.t);
  const { values: themeSettings, errors: themeErrors } = checked(theme, rawTheme, req.ctx.t, 'themeSettings.');
  const all = { ...errors, ...themeErrors };
  if (Object.keys(all).length) return again(wrongFields(all));
  let logo = form.has('noLogo') ? null : catalog.settings.logo;
  const upload = form.file('logoFile');
  if (upload?.size) {
    try {
      logo = (
        await app.data.files.add(actor, createReadStream(upload.path), {
          name: upload.name,
          mime: upload.mime,
          public: true,
        })
      ).id;
    } catch (error) {
      return again(formErrors(error, req.ctx.t));
    }
  }
  const changes = { ...values, signUp: values.signUp === true, logo, themeSettings };
  return runEdit(app, req, res, { edit: 'change-settings', input: { changes }, form, next: '/admin/settings', again });
}

/** @param {App} app @param {string | undefined} theme */
const themeSchema = (app, theme) =>
  theme && app.registry.has('theme', theme) ? app.registry.theme(theme).settings : [];

/**
 * @param {App} app @param {Request} req @param {Response} res @param {Record<string, any>} values @param {FormErrors} errors
 * @param {string | null} [expect]
 */
function showSite(app, req, res, values, errors, expect) {
  const { t, catalog, env } = req.ctx;
  const theme = themeSchema(app, values.theme);
  return adminPage(app, req, res, {
    title: t('admin.nav.settings'),
    tabs: settingsTabs(req, 'site'),
    template: 'site/settings',
    errors,
    model: {
      expect: expectField(catalog, catalog.settings.id, expect),
      groups: siteGroups(siteSettings(app, req)).map(({ name, settings }) => ({
        name,
        controls: settingsControls(app, req, settings, values, { errors: errors.fields }),
      })),
      themeControls: theme.length
        ? settingsControls(app, req, theme, values.themeSettings ?? {}, {
            prefix: 'themeSettings.',
            errors: errors.fields,
          })
        : null,
      logoUrl: values.logo ? env.fileUrl({ id: values.logo, name: 'logo' }) : null,
    },
  });
}

/** @param {App} app @param {Request} req @param {Response} res */
async function saveMail(app, req, res) {
  const form = await req.form();
  const raw = readSettings(app, req, mailSettings, form);
  const { values, errors } = checked(mailSettings, raw, req.ctx.t);
  if (Object.keys(errors).length) return showMail(app, req, res, raw, wrongFields(errors));
  const before = (await app.data.people.secrets.read('smtp')) ?? {};
  // The password is never shown, so an empty one means: as it was.
  const smtp = { ...values, password: values.password || before.password };
  await app.data.people.secrets.write(req.ctx.author, 'smtp', values.host ? smtp : null);
  res.flash(req.ctx.t('admin.saved'));
  return res.redirect('/admin/settings/mail');
}

/** @param {App} app @param {Request} req @param {Response} res @param {Record<string, any>} values @param {FormErrors} errors */
function showMail(app, req, res, values, errors) {
  const { t } = req.ctx;
  return adminPage(app, req, res, {
    title: t('admin.nav.settings'),
    tabs: settingsTabs(req, 'mail'),
    template: 'site/mail',
    errors,
    model: {
      ready: Boolean(values.host) && !errors.message,
      controls: settingsControls(app, req, mailSettings, { ...values, password: '' }, { errors: errors.fields }),
    },
  });
}
