/** @import { App, Form, Handler, Request, Response, Routes } from '../types.d.ts' */
import { fileURLToPath } from 'node:url';
import { AppError, errorText } from '@plinth/plugin';
import { outdatable, seenIn } from '../http/body/outdated-form.js';
import { refuse } from '../http/requests/require-role.js';
import { clientOf, formError } from './auth-page.js';
import { deviceName } from './device-name.js';
import { languageOptions } from './first-run-routes.js';
import { ownProfileUrl } from './own-profile.js';
import { requireRecentLogin } from './recent-login.js';
import { tellFace } from '../http/identity/face-cookies.js';
import { sendSessionCookie } from '../http/identity/session-cookie.js';
import { PICTURE_LIMITS, cropPicture } from '../pages/pictures/crop-picture.js';
import { pictureSection } from '../pages/pictures/picture-section.js';
import { makeToken, tokenSection } from './token-section.js';

const TEMPLATE = fileURLToPath(new URL('./templates/profile.ejs', import.meta.url));

/**
 * /auth/profile: name, address, language, password, sessions and API tokens.
 *
 * @param {App} app
 * @param {Routes} router
 */
export function profileRoutes(app, router) {
  const { people } = app.data;

  router.get('/profile', signedIn, (req, res) => profilePage(app, req, res));

  router.post('/profile', signedIn, async (req, res) => {
    const form = await req.form();
    const { user, sessionId, seconds } = who(req);
    try {
      const { name, email, locale, timeZone, currentPassword } = form.values;
      const language = app.views.locales().includes(String(locale)) ? String(locale) : null;
      const seen = seenIn(form, ['name', 'email']);
      await people.updateProfile(
        user.id,
        { name, email, locale: language, timeZone: String(timeZone ?? ''), currentPassword, seen },
        { sessionId, ...clientOf(req) },
      );
      tellFace(res, { ...user, name: String(name).trim() }, seconds);
      // In the language just chosen, which is the one of the page that shows it.
      res.flash(app.views.t(language ?? req.ctx.catalog.settings.locale)('auth.profile.saved'));
      res.redirect('/auth/profile');
    } catch (error) {
      await profilePage(app, req, res, { section: 'profile', error: formError(error), form });
    }
  });

  router.post('/profile/password', signedIn, async (req, res) => {
    const form = await req.form();
    const { user, sessionId } = who(req);
    const change = { currentPassword: form.get('currentPassword') ?? '', password: form.get('password') ?? '' };
    try {
      const token = await people.changePassword(user.id, change, { sessionId, ...clientOf(req) });
      if (token) await sendSessionCookie(req, res, token, user);
      res.flash(req.ctx.t('auth.profile.password_saved'));
      res.redirect('/auth/profile');
    } catch (error) {
      await profilePage(app, req, res, { section: 'password', error: formError(error) });
    }
  });

  router.post('/profile/sessions', signedIn, async (req, res) => {
    const form = await req.form();
    const { user, sessionId } = who(req);
    const id = form.get('id');
    if (id) await people.revoke(req.ctx.author, user.id, id);
    else await people.revokeAll(req.ctx.author, user.id, sessionId);
    res.flash(req.ctx.t('auth.profile.session_ended'));
    res.redirect('/auth/profile');
  });

  pictureRoutes(app, router);
  tokenRoutes(app, router);
}

/** @param {App} app @param {Routes} router */
function pictureRoutes(app, router) {
  const { pictures } = app.data.people;

  router.post('/profile/picture', signedIn, async (req, res) => {
    const { user, seconds } = who(req);
    try {
      const form = await req.form(PICTURE_LIMITS);
      const picture = await pictures.set(req.ctx.author, user.id, await cropPicture(form.file('picture')));
      tellFace(res, { ...user, picture }, seconds);
      res.flash(req.ctx.t('auth.picture.saved'));
      res.redirect('/auth/profile');
    } catch (error) {
      await profilePage(app, req, res, { section: 'picture', error: formError(error) });
    }
  });

  router.post('/profile/picture/remove', signedIn, async (req, res) => {
    const { user, seconds } = who(req);
    await req.form(PICTURE_LIMITS);
    await pictures.remove(req.ctx.author, user.id);
    tellFace(res, { ...user, picture: null }, seconds);
    res.redirect('/auth/profile');
  });
}

/** @param {App} app @param {Routes} router */
function tokenRoutes(app, router) {
  router.post('/profile/tokens', signedIn, requireRecentLogin(), async (req, res) => {
    const tokens = await makeToken(app, req, who(req).user.id);
    await profilePage(app, req, res, { section: 'tokens', error: tokens.error, tokens });
  });

  router.post('/profile/tokens/revoke', signedIn, async (req, res) => {
    const form = await req.form();
    await app.data.people.apiTokens.revoke(req.ctx.author, who(req).user.id, form.get('token') ?? '');
    res.flash(req.ctx.t('auth.tokens.revoked'));
    res.redirect('/auth/profile#tokens');
  });
}

/** @type {Handler} */
function signedIn(req, res, next) {
  if (req.ctx.user) return next();
  refuse(req, res, next);
}

/** @param {Request} req */
function who(req) {
  const { user, session } = req.ctx;
  if (!user || !session) throw new AppError('LOGIN_REQUIRED', 'Log in to continue', { status: 401 });
  return { user, sessionId: session.id, seconds: session.seconds };
}

/**
 * @param {App} app @param {Request} req @param {Response} res
 * @param {{ section?: string, error?: AppError | null, form?: Form | null,
 *   tokens?: import('./token-section.js').TokenAttempt }} [came] form: the submitted name and address
 */
async function profilePage(app, req, res, { section = '', error = null, form = null, tokens } = {}) {
  const { t, formats, actor } = req.ctx;
  const { user, sessionId } = who(req);
  const sessions = await app.data.people.sessions(actor, user.id);
  const said = error && errorText(error, t);
  const body = app.views.renderTemplate(TEMPLATE, {
    t,
    formats,
    section,
    problem: said?.message ?? '',
    errors: said?.fields ?? {},
    texts: [
      { name: 'name', type: 'text', ...outdatable(form, 'name', user.name, error?.code) },
      { name: 'email', type: 'email', ...outdatable(form, 'email', user.email, error?.code) },
    ],
    chosenLocale: form?.get('locale') ?? user.locale ?? '',
    locales: languageOptions(app),
    ...zoneChoice(req, form),
    picture: pictureSection({
      user,
      t,
      action: '/auth/profile/picture',
      problem: section === 'picture' && said ? [said.message, said.hint].filter(Boolean).join('. ') : '',
    }),
    further: await ownProfileUrl(app, req, user.id),
    tokens: await tokenSection(app, req, user.id, '/auth/profile/tokens', tokens),
    sessions: sessions.map((session) => ({
      ...session,
      device: deviceName(session.userAgent),
      current: session.id === sessionId,
    })),
  });
  const scripts = ['auth/time-zone.js', ...(tokens?.made ? ['api/copy.js'] : [])];
  res.page({ title: t('auth.profile.title'), body, status: error?.status ?? 200, width: 'narrow', scripts });
}

/** @param {Request} req @param {Form | null} form */
function zoneChoice({ ctx }, form) {
  const chosenZone = form?.get('timeZone') ?? ctx.user?.timeZone ?? '';
  const siteZone = ctx.catalog.settings.timeZone;
  // Browsers know some zones by other names.
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosenZone ? [chosenZone] : [])]);
  return { chosenZone, siteZone, zones: [...zones].sort() };
}
