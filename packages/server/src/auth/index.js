/** @import { App, Handler } from '../types.d.ts' */
import { createRouter } from '../http/requests/router.js';
import { firstRunRoutes } from './first-run-routes.js';
import { loginRoutes } from './login-routes.js';
import { profileRoutes } from './profile-routes.js';
import { resetRoutes } from './reset-routes.js';
import { signUpRoutes } from './sign-up-routes.js';
import { unsubscribeRoutes } from './unsubscribe-routes.js';

export { keepAddressSecret } from './auth-page.js';
export { deviceName } from './device-name.js';
export { confirmRecentLogin, isRecentLogin, requireRecentLogin } from './recent-login.js';
export { makeToken, tokenSection } from './token-section.js';

/** Everything under /auth. @param {App} app */
export function authRoutes(app) {
  const router = createRouter();
  // Anybody may send these forms, so limit them: no uploads, and passwords are short.
  router.use(smallForms);
  for (const add of [firstRunRoutes, loginRoutes, signUpRoutes, resetRoutes, profileRoutes, unsubscribeRoutes])
    add(app, router);
  return router;
}

/** @type {Handler} */
function smallForms(req, _res, next) {
  req.formLimits = { files: 0, fields: 50, textBytes: 64 * 1024, fileBytes: 0 };
  return next();
}
