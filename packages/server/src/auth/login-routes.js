/** @import { App, Request, Routes } from '../types.d.ts' */
import { parseCookies, sessionCookieName } from '../http/identity/cookies.js';
import { localUrl } from '../http/requests/local-url.js';
import { authPage, clientOf, formError } from './auth-page.js';
import { authenticateForm } from './authenticate-form.js';
import { clearSessionCookie, sendSessionCookie } from '../http/identity/session-cookie.js';

/**
 * /auth/login, /auth/logout, and /auth/confirm for actions that ask for the password again.
 *
 * @param {App} app
 * @param {Routes} router
 */
export function loginRoutes(app, router) {
  const { people } = app.data;

  router.get('/login', async (req, res) => {
    const next = localUrl(req.query.get('next'));
    if (await people.needsFirstAdmin()) return res.redirect('/auth/first-run');
    if (req.ctx.user) return res.redirect(next);
    authPage(app, req, res, loginForm(req, next));
  });

  router.post('/login', async (req, res) => {
    const form = await req.form();
    const next = localUrl(form.get('next'));
    try {
      const { token, user } = await authenticateForm(app.passport, req, res, form);
      // End the previous session of this browser.
      await people.logout(parseCookies(req.headers.cookie)[sessionCookieName(app.secure)], clientOf(req));
      await sendSessionCookie(req, res, token, user);
      res.redirect(next);
    } catch (error) {
      const email = form.get('email');
      authPage(app, req, res, loginForm(req, next, email), { error: formError(error), values: { email } });
    }
  });

  router.post('/logout', async (req, res) => {
    await people.logout(parseCookies(req.headers.cookie)[sessionCookieName(app.secure)], clientOf(req));
    clearSessionCookie(req, res);
    res.redirect('/');
  });

  router.get('/confirm', (req, res) => {
    const next = localUrl(req.query.get('next'));
    if (!req.ctx.user) return res.redirect(`/auth/login?next=${encodeURIComponent(next)}`);
    authPage(app, req, res, confirmForm(next));
  });

  router.post('/confirm', async (req, res) => {
    const form = await req.form();
    const next = localUrl(form.get('next'));
    const { user, session } = req.ctx;
    if (!user || !session) return res.redirect('/auth/login');
    try {
      await people.confirmPassword(user.id, form.get('password'), clientOf(req));
      await people.markAuthenticated(session.id);
      res.redirect(next);
    } catch (error) {
      authPage(app, req, res, confirmForm(next), { error: formError(error) });
    }
  });
}

/**
 * @param {Request} req
 * @param {string} next
 * @param {string | null} [tried] the address that was entered; usually only the password was wrong
 */
function loginForm(req, next, tried) {
  const links = [{ url: '/auth/reset', label: 'auth.login.forgot' }];
  if (req.ctx.catalog.settings.signUp) links.push({ url: '/auth/signup', label: 'auth.login.sign_up' });
  return {
    title: 'auth.login.title',
    action: '/auth/login',
    submit: 'auth.login.submit',
    links,
    fields: [
      { name: 'next', type: 'hidden', value: next },
      { name: 'email', type: 'email', autocomplete: 'username', required: true, autofocus: !tried },
      {
        name: 'password',
        type: 'password',
        autocomplete: 'current-password',
        required: true,
        autofocus: Boolean(tried),
      },
    ],
  };
}

/** @param {string} next */
function confirmForm(next) {
  return {
    title: 'auth.confirm.title',
    intro: 'auth.confirm.intro',
    action: '/auth/confirm',
    submit: 'auth.confirm.submit',
    fields: [
      { name: 'next', type: 'hidden', value: next },
      { name: 'password', type: 'password', autocomplete: 'current-password', required: true, autofocus: true },
    ],
  };
}
