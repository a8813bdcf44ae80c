/** @import { App, Request } from '../types.d.ts' */
/** @import { Found, Identify } from '../http/identity/identify.js' */
import passport from 'passport';
import { Strategy as LocalStrategy } from 'passport-local';
import { tokenInvalid } from '../http/identity/request-actor.js';
import { clientOf } from './auth-page.js';

/** @typedef {ReturnType<typeof createPassport>} Passport */

/**
 * Passport with Plinth's own strategies, "local" and "bearer"; plugins add theirs. Sessions are ours, not Passport's.
 *
 * Users are identified before any route runs, by fast-path/identify.js: Passport would create five functions and a
 * strategy per request, which V8 keeps until its next full garbage collection.
 *
 * @param {{ people: App['data']['people'], identify: Identify }} parts
 */
export function createPassport({ people, identify }) {
  const own = new passport.Passport();
  own.use(localStrategy(people));
  own.use(new BearerStrategy(identify));
  return own;
}

/** E-mail address and password from a form. @param {App['data']['people']} people */
function localStrategy(people) {
  return new LocalStrategy(
    { usernameField: 'email', passwordField: 'password', passReqToCallback: true, session: false },
    (
      /** @type {Request} */ req,
      /** @type {string} */ email,
      /** @type {string} */ password,
      /** @type {(error: unknown, login?: unknown) => void} */ done,
    ) => {
      people.login(email, password, clientOf(req)).then((/** @type {unknown} */ login) => done(null, login), done);
    },
  );
}

/**
 * An API token (Authorization: Bearer plt_…). Without private fields, since Passport calls it on objects created from
 * it.
 */
class BearerStrategy extends passport.Strategy {
  name = 'bearer';

  /** @param {Identify} identify */
  constructor(identify) {
    super();
    this.identify = identify;
  }

  /** @param {Request} req */
  authenticate(req) {
    if (req.headers.authorization === undefined) return this.fail('Bearer realm="Plinth"');
    this.identify.token(req, req.isFresh === true).then(
      (/** @type {Found} */ found) => this.success(found),
      (/** @type {{ code?: string }} */ error) => {
        if (error.code === tokenInvalid().code) this.fail('Bearer realm="Plinth", error="invalid_token"');
        else this.error(error);
      },
    );
  }
}
