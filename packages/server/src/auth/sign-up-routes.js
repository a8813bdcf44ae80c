/** @import { App, Routes } from '../types.d.ts' */
import { authPage, clientOf, formError, keepAddressSecret } from './auth-page.js';
import { newPassword } from './new-password.js';
import { sendSessionCookie } from '../http/identity/session-cookie.js';

/** /auth/signup, and /auth/invite/:token. @param {App} app @param {Routes} router */
export function signUpRoutes(app, router) {
  const { people } = app.data;

  router.get('/signup', (req, res, next) => {
    if (!req.ctx.catalog.settings.signUp) return next();
    authPage(app, req, res, signUpForm);
  });

  router.post('/signup', async (req, res) => {
    const { values } = await req.form();
    try {
      const { name, email, password } = values;
      await people.signUp({ name, email, password }, clientOf(req));
      // Same response if the address is already registered, so nobody learns who has an account.
      res.flash(req.ctx.t('auth.sign_up.done'));
      res.redirect('/auth/login');
    } catch (error) {
      authPage(app, req, res, signUpForm, { error: formError(error), values });
    }
  });

  router.get('/invite/:token', async (req, res) => {
    keepAddressSecret(res);
    const invitation = await people.readInvitation(req.params.token, clientOf(req));
    authPage(app, req, res, inviteForm(req.params.token, invitation));
  });

  router.post('/invite/:token', async (req, res) => {
    keepAddressSecret(res);
    const { values } = await req.form();
    const invitation = await people.readInvitation(req.params.token, clientOf(req));
    try {
      const { name, email, password } = values;
      const { token, user } = await people.acceptInvite(req.params.token, { name, email, password }, clientOf(req));
      await sendSessionCookie(req, res, token, user);
      res.redirect('/');
    } catch (error) {
      authPage(app, req, res, inviteForm(req.params.token, invitation), { error: formError(error), values });
    }
  });
}

const signUpForm = {
  title: 'auth.sign_up.title',
  action: '/auth/signup',
  submit: 'auth.sign_up.submit',
  links: [{ url: '/auth/login', label: 'auth.sign_up.login' }],
  fields: [
    { name: 'name', autocomplete: 'name', required: true, autofocus: true },
    { name: 'email', type: 'email', autocomplete: 'username', required: true },
    newPassword,
  ],
};

/** @param {string} token @param {{ email: string | null, name: string | null }} invitation */
function inviteForm(token, { email, name }) {
  return {
    title: 'auth.invite.title',
    intro: 'auth.invite.intro',
    action: `/auth/invite/${encodeURIComponent(token)}`,
    submit: 'auth.invite.submit',
    fields: [
      { name: 'name', autocomplete: 'name', required: true, value: name ?? '' },
      {
        name: 'email',
        type: 'email',
        autocomplete: 'username',
        required: true,
        value: email ?? '',
        readonly: email !== null,
      },
      newPassword,
    ],
  };
}
