import { AppError, errorText, html } from '@plinth/plugin';
import { requireRecentLogin } from '@plinth/server/auth';
import { testMail } from '@plinth/server/pages';
import {
  formErrors,
  noErrors,
  partsFor,
  routed,
  saves,
  savesSettings,
  settingsFound,
  shows,
  task,
  wrongFields,
} from '../../frame/index.js';
import { answerText, problemText } from './mail-words.js';
import { mailSettings } from './settings-schemas.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { Translate, Values } from '@plinth/plugin' */
/** @import { AdminPage, FormErrors, Outcome, Request, Tried } from '../../types.d.ts' */

const HERE = '/admin/settings/mail';
const recent = requireRecentLogin();

/** The mail server, and a mail to try it. */
export const screen = {
  path: '/settings/mail',
  title: 'admin.settings.mail',
  help: 'guide/mail#set-it-up',
  finds: (/** @type {Request} */ req) => [
    task('mail', '/admin/settings/mail')(req),
    ...settingsFound(req, mailSettings, '/admin/settings/mail'),
  ],
  first: true,
  routes: routed({
    'GET /': [recent, shows(show)],
    'POST /': [recent, savesSettings(mailSettings, save, show)],
    'POST /test': [recent, saves(test, (req, { errors }) => show(req, { form: null, errors }))],
  }),
};

/** `isLocked`: it was encrypted with another key. @param {Request} req @returns {Promise<Values>} */
async function stored({ ctx: { app } }) {
  try {
    return (await app.data.people.secrets.read('smtp')) ?? {};
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORED_SECRET_LOCKED') return { isLocked: true };
    throw error;
  }
}

/** @param {Request} req @param {Values} values @returns {Promise<Outcome>} */
async function save(req, values) {
  const { app, author, t } = req.ctx;
  const before = await stored(req);
  const missing = missingIn(values, before);
  if (missing) return { errors: wrongFields({ [missing.name]: t(missing.text) }) };
  // The password is never shown, so an empty one keeps the current one.
  const smtp = { ...values, password: values.password || before.password };
  await app.data.people.secrets.write(author, 'smtp', values.host ? smtp : null);
  await app.data.outbox.retryWaiting(author);
  return { next: HERE, said: t('admin.saved') };
}

/**
 * A stored password is sent to no other server than the one that it was entered for.
 *
 * @param {Record<string, unknown>} values @param {Record<string, unknown>} before
 */
function missingIn(values, before) {
  if (!values.host) return null;
  if (!values.from) return { name: 'from', text: 'admin.mail.fromMissing' };
  const isMoved = before.host !== undefined && before.host !== values.host;
  return isMoved && before.password && values.user && !values.password
    ? { name: 'password', text: 'admin.mail.passwordAgain' }
    : null;
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function test({ ctx: { app, t, user, locale } }) {
  try {
    const answer = await app.mail.test({ to: user?.email ?? '', ...testMail(t, locale) });
    return { next: HERE, said: t('admin.mail.accepted', { to: user?.email ?? '', answer }) };
  } catch (error) {
    return { errors: testErrors(error, t) };
  }
}

/**
 * An error of the mail server is shown with the server's own words, and is not an error of ours.
 *
 * @param {unknown} error @param {Translate} t @returns {FormErrors}
 */
function testErrors(error, t) {
  if (!(error instanceof AppError) || error.code !== 'MAIL_FAILED') return formErrors(error, t);
  const { problem, answer } = /** @type {Values} */ (error.details);
  const { message } = errorText(error, t);
  const said = answer ? answerText(t, answer) : '';
  return {
    ...noErrors(),
    status: 422,
    code: error.code,
    message: `${message}. ${problemText(t, problem)}`,
    hint: said,
  };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t, user } = req.ctx;
  const { icon, form, post } = partsFor(req);
  const kept = await stored(req);
  const settings = form({
    class: 'card adm-form mb-3',
    action: HERE,
    submit: t('admin.save'),
    controls: html`<p class="text-secondary">${t('admin.mail.help')}</p>
      ${kept.isLocked && html`<p class="text-danger">${t('admin.mail.problem.locked')}</p>`}`,
    schema: mailSettings,
    values: kept,
    tried,
  });
  const test = html`<section class="card adm-form mb-3"><div class="card-body adm-backups d-flex flex-wrap align-items-center justify-content-between">
    <p class="mb-0">${t('admin.mail.testHelp', { to: user?.email ?? '' })}</p>
    ${post(`${HERE}/test`, html`${icon('send')} ${t('admin.mail.test')}`, { style: 'btn' })}</div></section>`;
  return {
    title: t('admin.nav.settings'),
    tabs: settingsTabs(req, 'mail'),
    errors: tried.errors,
    body: html`${settings}${Boolean(kept.host) && test}`,
  };
}
