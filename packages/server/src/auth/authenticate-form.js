/** @import { Values } from '@plinth/plugin' */
/** @import { Form, Request, Response, UserInfo } from '../types.d.ts' */
/** @import { Passport } from './passport.js' */
import { AppError } from '@plinth/plugin';

/**
 * Logs in with the e-mail address and password of a form.
 *
 * @param {Passport} passport @param {Request} req @param {Response} res @param {Form} form
 * @returns {Promise<{ token: string, user: UserInfo }>}
 * @throws {AppError} LOGIN_FAILED, TOO_MANY_TRIES
 */
export function authenticateForm(passport, req, res, form) {
  return new Promise((resolve, reject) => {
    // The strategy reads the form from here.
    /** @type {Values} */ (req).body = { email: form.get('email') ?? '', password: form.get('password') ?? '' };
    const answer = (/** @type {unknown} */ error, /** @type {any} */ login) => {
      if (error) reject(error);
      else if (login) resolve(login);
      else reject(new AppError('LOGIN_FAILED', 'Enter your e-mail address and password', { status: 401 }));
    };
    passport.authenticate('local', { session: false }, answer)(req, res, reject);
  });
}
