/** @import { App, Request } from '../types.d.ts' */
/** @import { Found, Identify } from '../identity/identify.js' */
import passport from 'passport';
import { Strategy as LocalStrategy } from 'passport-local';
import { tokenInvalid } from '../identity/request-actor.js';
import { clientOf } from './auth-page.js';

/** @typedef {ReturnType<typeof createPassport>} Passport */

/**
 * Passport with the ways in that Plinth has itself, "local" and "bearer"; plugins add theirs. Sessions are ours, not
 * passport's.
 *
 * Who sends a request is known before any route sees it: passport makes five functions and a strategy for each call, and
 * V8 keeps those until its next full collection (fast-path/identify.js reads the same tokens for nothing).
 *
 * @param {{ people: App['data']['people'], identify: Identify }} parts
 */
export function createPassport({ people, identify }) {
  const own = new passport.Passport();
  own.use(localStrategy(people));
  own.use(new BearerStrategy(identify));
  return own;
}

/** E-mail address and password, of a form. @param {App['data']['people']} people */
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

/** A program's token: Authorization: Bearer plt_… Without private fields: passport calls it on objects made of it. */
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
