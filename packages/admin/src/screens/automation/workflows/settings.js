import { LIMITS } from '@plinth/data';
import { AppError, html, phrase } from '@plinth/plugin';
import { deletion, partsFor, routed, saves, shows, tries } from '../../../frame/index.js';
import { workflowOf, workflowPage, workflowUrl } from './page.js';
import { readWorkflowSettings, workflowSettings } from './settings-form.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../../types.d.ts' */

/** Settings of a workflow: its name, table and rights, on and off, a copy of it, its deletion. */
export const screen = {
  path: '/automation/workflows',
  title: 'admin.workflow.one',
  first: true,
  routes: routed({
    'GET /:workflow/settings': shows(show),
    'POST /:workflow/settings': saves(save, show),
    'POST /:workflow/enabled': tries(turn, () => '/admin/automation'),
    'POST /:workflow/duplicate': tries(duplicate, () => '/admin/automation'),
    ...deletion('/:workflow/settings/delete', async (req) => {
      const { id, name, label } = workflowOf(req);
      return {
        edit: 'remove-workflow',
        input: { workflow: id },
        id,
        label,
        url: workflowUrl(name, 'settings'),
        next: '/admin/automation',
        help: await lossOf(req, id),
        points: (reference) => reference.kind === 'workflow' && reference.name === name,
        within: (page) => workflowPage(req, { ...page, tab: 'settings' }),
        crumbs: [],
      };
    }),
  }),
};

/** What its deletion means, also for runs that have begun. @param {Request} req @param {string} id */
async function lossOf({ ctx: { app, t } }, id) {
  const count = await app.data.workflows.open(id);
  const open = count > 0 && t('admin.workflow.deleteOpen', { count });
  return [t('admin.workflow.deleteHelp'), open].filter(Boolean).join(' ');
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t } = req.ctx;
  const { post, icon } = partsFor(req);
  const workflow = workflowOf(req);
  const action = workflowUrl(workflow.name, 'settings');
  const copy = post(workflowUrl(workflow.name, 'duplicate'), html`${icon('copy')} ${t('admin.workflow.duplicate')}`, {
    style: 'btn',
  });
  const body = await workflowSettings(req, tried, workflow, { action, remove: `${action}/delete` });
  return workflowPage(req, { tab: 'settings', body, errors: tried.errors, actions: copy });
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function save(req, form) {
  const { id, name } = workflowOf(req);
  const changes = await readWorkflowSettings(req, form);
  return {
    edit: 'change-workflow',
    input: { workflow: id, changes },
    next: workflowUrl(changes.name ?? name, 'settings'),
  };
}

/** @param {Request} req @param {Form} form */
async function turn(req, form) {
  const { app, author, t } = req.ctx;
  const { id, label } = workflowOf(req);
  const enabled = form.get('enabled') === 'true';
  await app.data.edit(author, 'change-workflow', { workflow: id, changes: { enabled } });
  const said = t(enabled ? 'admin.workflow.turnedOn' : 'admin.workflow.turnedOff', { name: label });
  return { next: '/admin/automation', said };
}

/** @param {Request} req */
async function duplicate(req) {
  const { app, author, t } = req.ctx;
  const { id: _, name: from, ...workflow } = workflowOf(req);
  const label = t('admin.workflow.copyOf', { name: workflow.label });
  if (label.length > LIMITS.labelCharacters)
    throw new AppError(
      'INPUT_INVALID',
      phrase`A label can have at most ${LIMITS.labelCharacters} characters: shorten that of "${from}"`,
      { status: 422 },
    );
  const { ids } = await app.data.edit(author, 'add-workflow', { workflow: { ...workflow, label, enabled: false } });
  const [name] = Object.keys(ids);
  return { next: workflowUrl(name), said: t('admin.workflow.duplicated', { name: workflow.label }) };
}
