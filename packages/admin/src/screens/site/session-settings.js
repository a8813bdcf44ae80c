import { boolean, integer } from '@plinth/plugin/settings';
import { requireRecentLogin } from '@plinth/server/auth';
import { partsFor, readSettings, routed, saves, settingsFound, shows } from '../../frame/index.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { SettingsSchema } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

const MINUTES = /** @type {const} */ (['idleMinutes', 'adminIdleMinutes', 'absoluteMinutes']);
/** @type {SettingsSchema} */
const SCHEMA = [
  ...MINUTES.map((name) =>
    integer(name, `admin.settings.${name}`, {
      required: true,
      min: 5,
      help: name === 'adminIdleMinutes' ? 'admin.settings.adminIdleMinutesHelp' : undefined,
    }),
  ),
  boolean('adminStrict', 'admin.settings.adminStrict', { help: 'admin.settings.adminStrictHelp' }),
];

/** How long people stay logged in. */
export const screen = {
  path: '/settings/sessions',
  title: 'admin.settings.sessions',
  help: 'guide/people#how-long-a-session-lasts',
  finds: (/** @type {Request} */ req) => settingsFound(req, SCHEMA, '/admin/settings/sessions'),
  first: true,
  routes: routed({ 'GET /': shows(show), 'POST /': saves(save, show) }, requireRecentLogin()),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function save(req, form) {
  const { app, author, t } = req.ctx;
  const { adminStrict, ...typed } = readSettings(req, SCHEMA, form);
  const minutes = Object.fromEntries(MINUTES.map((name) => [name, Number(typed[name] ?? NaN)]));
  await app.data.people.settings.update(author, { ...minutes, adminStrict: adminStrict === true });
  return { next: '/admin/settings/sessions', said: t('admin.saved') };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t, app } = req.ctx;
  return {
    title: t('admin.nav.settings'),
    lead: t('admin.settings.sessionsLead'),
    errors: tried.errors,
    tabs: settingsTabs(req, 'sessions'),
    body: partsFor(req).form({
      action: '/admin/settings/sessions',
      submit: t('admin.save'),
      schema: SCHEMA,
      values: await app.data.people.settings.read(),
      tried,
    }),
  };
}
