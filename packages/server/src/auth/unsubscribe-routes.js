/** @import { App, Routes } from '../types.d.ts' */
import { authPage, keepAddressSecret } from './auth-page.js';

/**
 * /auth/unsubscribe/:token: ends mails of one kind without a login. The page asks first, because programs that check mails
 * open each link; what a mail program posts by itself (RFC 8058) counts at once.
 *
 * @param {App} app @param {Routes} router
 */
export function unsubscribeRoutes(app, router) {
  const { notifications } = app.data;

  router.get('/unsubscribe/:token', async (req, res) => {
    keepAddressSecret(res);
    await notifications.unsubscribes(req.params.token);
    authPage(app, req, res, {
      title: 'notifications.unsubscribe',
      intro: 'notifications.unsubscribe.help',
      fields: [],
      action: `/auth/unsubscribe/${req.params.token}`,
      submit: 'notifications.unsubscribe.do',
    });
  });

  router.post('/unsubscribe/:token', async (req, res) => {
    keepAddressSecret(res);
    await req.form();
    await notifications.unsubscribe(req.params.token);
    authPage(app, req, res, {
      title: 'notifications.unsubscribed',
      intro: 'notifications.unsubscribe.help',
      action: '',
      fields: [],
      links: [{ url: '/notifications', label: 'notifications.title' }],
    });
  });
}
