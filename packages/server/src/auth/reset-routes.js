/** @import { ResetMade } from '@plinth/data' */
/** @import { App, Routes } from '../types.d.ts' */
import { authPage, clientOf, formError, keepAddressSecret } from './auth-page.js';
import { resetMail } from '../pages/mail/own-mails.js';
import { newPassword } from './new-password.js';

/**
 * /auth/reset asks for a link by mail; /auth/reset/:token sets a new password.
 *
 * @param {App} app
 * @param {Routes} router
 */
export function resetRoutes(app, router) {
  const { people } = app.data;

  router.get('/reset', async (req, res) => {
    authPage(app, req, res, (await app.mail.ready()) ? requestForm : noMail);
  });

  router.post('/reset', async (req, res) => {
    if (!(await app.mail.ready())) return authPage(app, req, res, noMail);
    const form = await req.form();
    try {
      const found = await people.requestReset(form.get('email'), clientOf(req));
      // Once the answer is on its way: the time that it takes would reveal that the user exists.
      if (found)
        res.once('close', () => {
          found
            .send((/** @type {ResetMade} */ made) => resetMailFor(app, req.ctx.locale, made))
            .catch((/** @type {unknown} */ error) => app.log.error('reset mail could not be made', { error }));
        });
      authPage(app, req, res, {
        title: 'auth.reset.title',
        intro: 'auth.reset.sent',
        action: '',
        fields: [],
        links: [toLogin],
      });
    } catch (error) {
      authPage(app, req, res, requestForm, { error: formError(error), values: { email: form.get('email') } });
    }
  });

  router.get('/reset/:token', async (req, res) => {
    keepAddressSecret(res);
    await people.checkReset(req.params.token, clientOf(req));
    authPage(app, req, res, resetForm(req.params.token));
  });

  router.post('/reset/:token', async (req, res) => {
    keepAddressSecret(res);
    const form = await req.form();
    try {
      await people.reset(req.params.token, form.get('password'), clientOf(req));
      res.flash(req.ctx.t('auth.reset.done'));
      res.redirect('/auth/login');
    } catch (error) {
      const known = formError(error);
      if (known.code === 'LINK_INVALID') throw known;
      authPage(app, req, res, resetForm(req.params.token), { error: known });
    }
  });
}

/** @param {App} app @param {string} fallback a language @param {ResetMade} made */
function resetMailFor(app, fallback, { token, user: { name, locale } }) {
  const language = locale ?? fallback;
  return resetMail(app.views.t(language), language, { name, link: `${app.config.baseUrl}/auth/reset/${token}` });
}

const toLogin = { url: '/auth/login', label: 'auth.reset.back' };

const requestForm = {
  title: 'auth.reset.title',
  intro: 'auth.reset.intro',
  action: '/auth/reset',
  submit: 'auth.reset.submit',
  links: [toLogin],
  fields: [{ name: 'email', type: 'email', autocomplete: 'username', required: true, autofocus: true }],
};

const noMail = { title: 'auth.reset.title', intro: 'auth.reset.no_mail', action: '', fields: [], links: [toLogin] };

/** @param {string} token */
function resetForm(token) {
  return {
    title: 'auth.reset.new_title',
    action: `/auth/reset/${encodeURIComponent(token)}`,
    submit: 'auth.reset.save',
    fields: [{ ...newPassword, autofocus: true }],
  };
}
