/** @import { App, Request, Response, Form } from '../types.d.ts' */
import passport from 'passport';
import { Strategy as LocalStrategy } from 'passport-local';
import { AppError } from '@plinth/plugin';
import { clientOf } from './auth-page.js';

/**
 * The strategies by which people log in; plugins' ones come beside the local one. Sessions are ours, not passport's.
 *
 * @param {App} app
 */
export function createAuthenticator(app) {
  const authenticator = new passport.Passport();
  authenticator.use(
    new LocalStrategy(
      { usernameField: 'email', passwordField: 'password', passReqToCallback: true, session: false },
      (
        /** @type {any} */ req,
        /** @type {string} */ email,
        /** @type {string} */ password,
        /** @type {any} */ done,
      ) => {
        app.data.people.login(email, password, clientOf(req)).then(
          (/** @type {any} */ login) => done(null, login),
          (/** @type {unknown} */ error) => done(error),
        );
      },
    ),
  );

  /**
   * @param {string} strategy @param {Request} req @param {Response} res @param {Form} form
   * @returns {Promise<{ token: string, user: import('../types.d.ts').UserInfo }>}
   * @throws {AppError} LOGIN_FAILED, TOO_MANY_TRIES
   */
  return (strategy, req, res, form) =>
    new Promise((resolve, reject) => {
      // passport-local looks here.
      /** @type {any} */ (req).body = { email: form.get('email') ?? '', password: form.get('password') ?? '' };
      const answer = (/** @type {unknown} */ error, /** @type {any} */ login) => {
        if (error) reject(error);
        else if (login) resolve(login);
        else reject(new AppError('LOGIN_FAILED', 'Enter your e-mail address and password', { status: 401 }));
      };
      authenticator.authenticate(strategy, { session: false }, answer)(req, res, reject);
    });
}
