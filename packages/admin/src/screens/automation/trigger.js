import { AppError } from '@plinth/plugin';
import { deletion, routed, saves, shows } from '../../frame/index.js';
import { refreshed } from './list.js';
import { readTrigger, triggerForm } from './trigger-form.js';
import { startWords, triggerUrl } from './trigger-words.js';

/** @import { Trigger } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** One trigger: its settings, on and off, its deletion. */
export const screen = {
  path: '/automation',
  title: 'admin.automation.one',
  routes: routed({
    'GET /:trigger': shows(show),
    'POST /:trigger': saves(save, show),
    'POST /:trigger/enabled': saves(turn, show),
    ...deletion('/:trigger/delete', (req) => {
      const { id, label } = triggerOf(req);
      return {
        edit: 'remove-trigger',
        input: { trigger: id },
        id,
        label,
        url: triggerUrl(id),
        next: '/admin/automation',
        help: req.ctx.t('admin.automation.deleteHelp'),
        points: () => false,
        within: (page) => triggerPage(req, { ...page, tab: 'settings' }),
        crumbs: [],
      };
    }),
  }),
};

/** The trigger in an address. @param {Request} req @returns {Trigger} @throws {AppError} TRIGGER_NOT_FOUND */
export function triggerOf({ ctx: { catalog }, params }) {
  const found = catalog.triggers.find(({ id, name }) => id === params.trigger || name === params.trigger);
  if (found) return found;
  throw new AppError('TRIGGER_NOT_FOUND', 'This trigger does not exist', { status: 404 });
}

/** A screen of one trigger: its heading and tabs. @param {Request} req @param {Omit<AdminPage, 'title'> & { tab: string }} page @returns {AdminPage} */
export function triggerPage(req, { tab, ...page }) {
  const { t } = req.ctx;
  const trigger = triggerOf(req);
  const { id, label, steps, timing, source } = trigger;
  const hasRequest = steps.some(({ do: { action } }) => action === 'http_request');
  const settings = { label: t('admin.automation.settings'), url: triggerUrl(id), active: tab === 'settings' };
  const runs = { label: t('admin.automation.runs'), url: triggerUrl(id, 'runs'), active: tab === 'runs' };
  const hook = { label: t('admin.automation.hook'), url: triggerUrl(id, 'hook'), active: tab === 'hook' };
  const call = { label: t('admin.automation.call'), url: triggerUrl(id, 'call'), active: tab === 'call' };
  const mailbox = { label: t('admin.automation.mailbox'), url: triggerUrl(id, 'mailbox'), active: tab === 'mailbox' };
  const requests = { label: t('admin.requests.tab'), url: triggerUrl(id, 'requests'), active: tab === 'requests' };
  return {
    icon: 'bolt',
    title: label,
    lead: startWords(req, trigger),
    ...page,
    crumbs: [{ label: t('admin.nav.automation'), url: '/admin/automation' }],
    // What happens as part of a change leaves no runs.
    tabs:
      timing === 'before'
        ? []
        : [
            settings,
            ...(source === 'webhook' ? [hook] : []),
            ...(source === 'api_call' ? [call] : []),
            ...(source === 'email' ? [mailbox] : []),
            runs,
            ...(hasRequest ? [requests] : []),
          ],
  };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const trigger = triggerOf(req);
  const url = triggerUrl(trigger.id);
  const body = await triggerForm(req, tried, trigger, { action: url, remove: `${url}/delete` });
  return triggerPage(req, { tab: 'settings', body, errors: tried.errors, scripts: ['automation'] });
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function save(req, form) {
  if (form.has('refresh')) return { errors: refreshed() };
  const { id } = triggerOf(req);
  return {
    edit: 'change-trigger',
    input: { trigger: id, changes: await readTrigger(req, form) },
    next: triggerUrl(id),
  };
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function turn(req, form) {
  const changes = { enabled: form.get('enabled') === 'true' };
  return { edit: 'change-trigger', input: { trigger: triggerOf(req).id, changes }, next: '/admin/automation' };
}
