import { requireRecentLogin } from '@plinth/server/auth';
import { inputs, partsFor, routed, saves, shows } from '../../frame/index.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { AdminPage, Form, Input, Outcome, Request, Tried } from '../../types.d.ts' */

/** How long people stay logged in. */
export const screen = {
  path: '/settings/sessions',
  title: 'admin.settings.sessions',
  first: true,
  routes: routed({ 'GET /': shows(show), 'POST /': saves(save, show) }, requireRecentLogin()),
};

const MINUTES = /** @type {const} */ (['idleMinutes', 'adminIdleMinutes', 'absoluteMinutes']);

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function save({ ctx: { app, author, t } }, form) {
  const minutes = Object.fromEntries(MINUTES.map((name) => [name, minutesOf(form.get(name) ?? '')]));
  await app.data.people.settings.update(author, { ...minutes, adminStrict: form.get('adminStrict') === 'true' });
  return { next: '/admin/settings/sessions', said: t('admin.saved') };
}

/** @param {string} text */
const minutesOf = (text) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN);

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t, app } = req.ctx;
  const stored = await app.data.people.settings.read();
  const minutes = MINUTES.map((name) => ({
    name,
    type: 'number',
    label: `admin.settings.${name}`,
    value: stored[name],
    required: true,
    help: name === 'adminIdleMinutes' ? 'admin.settings.adminIdleMinutesHelp' : undefined,
    attrs: { min: 5, step: 1, inputmode: 'numeric' },
  }));
  const strict = /** @type {Input} */ ({
    name: 'adminStrict',
    type: 'switch',
    label: 'admin.settings.adminStrict',
    value: stored.adminStrict,
    help: 'admin.settings.adminStrictHelp',
  });
  return {
    title: t('admin.nav.settings'),
    lead: t('admin.settings.sessionsLead'),
    errors: tried.errors,
    tabs: settingsTabs(req, 'sessions'),
    body: partsFor(req).form({
      action: '/admin/settings/sessions',
      submit: t('admin.save'),
      controls: inputs(req, tried, [...minutes, strict]),
    }),
  };
}
