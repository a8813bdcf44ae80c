/** @import { App, Routes } from '../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { isExpectedHost } from '../http/requests/private-host.js';
import { authPage, clientOf, formError } from './auth-page.js';
import { newPassword } from './new-password.js';
import { regionSettings } from './region.js';
import { sendSessionCookie } from '../http/identity/session-cookie.js';

const SYSTEM = Object.freeze({ userId: null, roles: Object.freeze([]), system: true });

/**
 * GET, POST /auth/first-run: whoever opens a fresh installation first becomes its admin.
 *
 * @param {App} app
 * @param {Routes} router
 */
export function firstRunRoutes(app, router) {
  const { people } = app.data;

  router.get('/first-run', async (req, res) => {
    if (!(await people.needsFirstAdmin())) return res.redirect('/');
    authPage(app, req, res, form(app, req));
  });

  router.post('/first-run', async (req, res) => {
    if (!isExpectedHost(req.headers.host, app.config.baseUrl)) throw hostUnexpected(req.headers.host);
    const { values } = await req.form();
    try {
      const { name, email, password, locale } = values;
      const known = app.views.locales().includes(String(locale)) ? String(locale) : null;
      const { token, user } = await people.firstAdmin({ name, email, password, locale: known }, clientOf(req));
      await setRegion(app, values);
      await sendSessionCookie(req, res, token, user);
      res.redirect('/admin/start');
    } catch (error) {
      authPage(app, req, res, form(app, req), { error: formError(error), values });
    }
  });
}

/** A guess that can't be saved is not worth losing the account for. @param {App} app @param {Record<string, unknown>} values */
async function setRegion(app, values) {
  const changes = regionSettings(values);
  if (Object.keys(changes).length === 0) return;
  await app.data.edit(SYSTEM, 'change-settings', { changes }).catch((/** @type {unknown} */ error) => {
    app.log.warn('the region of the new site was not saved', { error });
  });
}

/** @param {App} app @param {import('../types.d.ts').Request} req */
function form(app, req) {
  return {
    title: 'auth.first_run.title',
    intro: 'auth.first_run.intro',
    action: '/auth/first-run',
    submit: 'auth.first_run.submit',
    fields: [
      { name: 'name', autocomplete: 'name', required: true, autofocus: true },
      { name: 'email', type: 'email', autocomplete: 'username', required: true },
      newPassword,
      { name: 'locale', options: languageOptions(app), value: preferredLanguage(app, req) },
      ...['timeZone', 'firstDay', 'region'].map((name) => ({ name, type: 'hidden' })),
    ],
    scripts: ['auth/region.js'],
  };
}

/** The name of each language in that language. @param {App} app */
export function languageOptions(app) {
  return app.views.locales().map((/** @type {string} */ locale) => {
    const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
    // Some languages write their names in lower case, which looks like a slip in a list.
    return { value: locale, label: name.charAt(0).toLocaleUpperCase(locale) + name.slice(1) };
  });
}

/** @param {App} app @param {import('../types.d.ts').Request} req */
function preferredLanguage(app, req) {
  const offered = String(req.headers['accept-language'] ?? '')
    .split(',')
    .map((entry) => entry.split(';')[0].trim().split('-')[0].toLowerCase());
  return offered.find((locale) => app.views.locales().includes(String(locale))) ?? req.ctx.locale;
}

/** @param {string | undefined} host */
function hostUnexpected(host) {
  return new AppError('HOST_UNEXPECTED', phrase`This server does not recognise the host name "${host ?? ''}"`, {
    status: 421,
    hint: 'Set BASE_URL to the address that people use, then restart the server',
  });
}
