import { boolean, longtext, roles, select, table, text } from '@plinth/plugin/settings';
import { partsFor, readSettings } from '../../../frame/index.js';
import { peopleOf } from '../trigger-form.js';

/** @import { SettingsSchema, Workflow } from '@plinth/plugin' */
/** @import { Form, Request, Tried } from '../../../types.d.ts' */

const AS = ['cause', 'user', 'system'].map((value) => ({ value, label: `admin.workflow.as.${value}` }));

/** @param {readonly { value: string, label: string }[]} people @returns {SettingsSchema} */
const schemaOf = (people) => [
  text('label', 'admin.workflow.label', { required: true, max: 200 }),
  longtext('description', 'admin.workflow.description', { max: 5000 }),
  table('table', 'admin.workflow.table', { help: 'admin.workflow.tableHelp' }),
  select('as', 'admin.automation.as', AS, { default: 'cause', help: 'admin.workflow.asHelp' }),
  select('user', 'admin.automation.person', people, { showIf: { name: 'as', in: ['user'] } }),
  boolean('enabled', 'admin.workflow.enabled', { default: true, help: 'admin.workflow.enabledHelp' }),
  roles('roles', 'admin.workflow.roles', { help: 'admin.workflow.rolesHelp' }),
];

/** What a submitted form says. @param {Request} req @param {Form} form */
export async function readWorkflowSettings(req, form) {
  const given = readSettings(req, schemaOf(await peopleOf(req)), form);
  const name = (form.get('name') ?? '').trim();
  return { description: '', table: null, user: null, roles: [], ...given, ...(name && { name }) };
}

/** @param {Request} req @param {Tried} tried @param {Workflow} workflow @param {{ action: string, remove: string, end?: unknown }} urls */
export async function workflowSettings(req, tried, workflow, { action, remove, end }) {
  const { form, t } = partsFor(req);
  return form({
    action,
    submit: t('admin.save'),
    cancel: '/admin/automation',
    schema: schemaOf(await peopleOf(req)),
    values: workflow,
    tried,
    of: workflow.id,
    remove: { url: remove, label: t('admin.delete') },
    end,
  });
}
