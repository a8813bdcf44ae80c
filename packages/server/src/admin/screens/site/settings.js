import { AppError, errorText, html } from '@plinth/plugin';
import { requireRecentLogin } from '../../../auth/recent-login.js';
import { ALERT, partsFor, routed, saves, shows } from '../../frame/index.js';
import { expectField, formErrors, noErrors } from '../../frame/run-edit.js';
import { readChecked, readSettings, settingsControls } from '../../frame/settings.js';
import { mailSettings, siteGroups, siteSettings } from './settings-schemas.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { Translate } from '@plinth/plugin' */
/** @import { AdminPage, Form, FormErrors, Outcome, Request, Tried } from '../../types.d.ts' */

const recent = requireRecentLogin();

/** The site: name, language, sign-up; and the mail server. */
export const screen = {
  path: '/settings',
  title: 'admin.nav.settings',
  nav: { section: 'site', icon: 'settings', order: 30 },
  routes: routed({
    'GET /': shows(showSite),
    'POST /': saves(saveSite, showSite),
    'GET /mail': [recent, shows(showMail)],
    'POST /mail': [recent, saves(saveMail, showMail)],
    'POST /mail/test': saves(testMail, (req, { errors }) => showMail(req, { form: null, errors })),
  }),
};

/** @param {Request} req @param {Form} form @returns {Outcome} */
function saveSite(req, form) {
  const { values, wrong } = readChecked(req, siteSettings(req.ctx.app, req), form);
  if (wrong) return { errors: wrong };
  const changes = { ...values, firstDay: Number(values.firstDay), ...switches(values) };
  return { edit: 'change-settings', input: { changes }, next: '/admin/settings' };
}

/** Browsers don't send an unticked checkbox. @param {Record<string, any>} values */
const switches = ({ signUp, visitorSearch }) => ({ signUp: signUp === true, visitorSearch: visitorSearch === true });

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showSite(req, { form, errors }) {
  const { app, t, catalog } = req.ctx;
  const stored = catalog.settings;
  const schema = siteSettings(app, req);
  const values = form ? readSettings(req, schema, form) : { ...stored, firstDay: String(stored.firstDay ?? 1) };
  const groups = siteGroups(schema).map(
    ({ name, settings }) => html`<section class="card mb-3" aria-labelledby="g-${name}">
      <div class="card-header"><h2 class="card-title" id="g-${name}">${t(`admin.settings.group.${name}`)}</h2></div>
      <div class="card-body">${settingsControls(req, settings, values, { errors: errors.fields })}</div></section>`,
  );
  return {
    ...{ title: t('admin.nav.settings'), tabs: settingsTabs(req, 'site'), errors },
    body: html`<form class="adm-form" method="post" action="/admin/settings">
      ${ALERT}${expectField(catalog, stored.id, form?.get('expect'))}${groups}
      <div class="adm-save"><button class="btn btn-primary">${t('admin.save')}</button></div></form>`,
  };
}

/** @param {Request} req @returns {Promise<Record<string, any>>} */
const storedMail = async ({ ctx: { app } }) => (await app.data.people.secrets.read('smtp')) ?? {};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function saveMail(req, form) {
  const { app, author, t } = req.ctx;
  const { values, wrong } = readChecked(req, mailSettings, form);
  if (wrong) return { errors: wrong };
  // The password is never shown, so an empty one keeps the current one.
  const smtp = { ...values, password: values.password || (await storedMail(req)).password };
  await app.data.people.secrets.write(author, 'smtp', values.host ? smtp : null);
  return { next: '/admin/settings/mail', said: t('admin.saved') };
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function testMail({ ctx: { app, t, user } }) {
  try {
    await app.mail.send({
      to: user?.email ?? '',
      subject: t('admin.mail.testSubject'),
      text: t('admin.mail.testText'),
    });
  } catch (error) {
    return { errors: mailErrors(error, t) };
  }
  return { next: '/admin/settings/mail', said: t('admin.mail.sent', { to: user?.email }) };
}

/**
 * An error of the mail server is shown, and is not an error of ours.
 *
 * @param {unknown} error @param {Translate} t
 * @returns {FormErrors}
 */
function mailErrors(error, t) {
  if (!(error instanceof AppError) || error.code !== 'MAIL_FAILED') return formErrors(error, t);
  const { message, hint } = errorText(error, t);
  const cause = /** @type {any} */ (error.cause)?.message;
  return { ...noErrors(), status: 422, message: cause ? `${message}: ${cause}` : message, hint, code: error.code };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function showMail(req, { form: typed, errors }) {
  const { t } = req.ctx;
  const { icon, form, post } = partsFor(req);
  const values = typed ? readSettings(req, mailSettings, typed) : await storedMail(req);
  const settings = form({
    ...{ class: 'card adm-form mb-3', action: '/admin/settings/mail', submit: t('admin.save') },
    controls: html`<p class="text-secondary">${t('admin.mail.help')}</p>
      ${settingsControls(req, mailSettings, { ...values, password: '' }, { errors: errors.fields })}`,
  });
  const test = post('/admin/settings/mail/test', html`${icon('send')} ${t('admin.mail.test')}`, { style: 'btn' });
  return {
    ...{ title: t('admin.nav.settings'), tabs: settingsTabs(req, 'mail'), errors },
    body: html`${settings}${Boolean(values.host) && !errors.message && test}`,
  };
}
