import { expectField, partsFor, readSettings, settingsControls } from '../../../frame/index.js';
import { peopleOf } from '../trigger-form.js';

/** @import { SettingsSchema, Workflow } from '@plinth/plugin' */
/** @import { Form, Request, Tried } from '../../../types.d.ts' */

/** @param {readonly { value: string, label: string }[]} people @returns {SettingsSchema} */
const schemaOf = (people) => [
  { name: 'label', type: 'text', label: 'admin.workflow.label', required: true, max: 200 },
  { name: 'description', type: 'longtext', label: 'admin.workflow.description', max: 5000 },
  { name: 'table', type: 'table', label: 'admin.workflow.table', help: 'admin.workflow.tableHelp' },
  {
    name: 'as',
    type: 'select',
    label: 'admin.automation.as',
    default: 'cause',
    help: 'admin.workflow.asHelp',
    options: ['cause', 'user', 'system'].map((value) => ({ value, label: `admin.workflow.as.${value}` })),
  },
  {
    name: 'user',
    type: 'select',
    label: 'admin.automation.person',
    options: people,
    showIf: { name: 'as', in: ['user'] },
  },
  {
    name: 'enabled',
    type: 'boolean',
    label: 'admin.workflow.enabled',
    default: true,
    help: 'admin.workflow.enabledHelp',
  },
  { name: 'roles', type: 'roles', label: 'admin.workflow.roles', help: 'admin.workflow.rolesHelp' },
];

/** What a submitted form says. @param {Request} req @param {Form} form */
export async function readWorkflowSettings(req, form) {
  const given = readSettings(req, schemaOf(await peopleOf(req)), form);
  const name = (form.get('name') ?? '').trim();
  return { description: '', table: null, user: null, roles: [], ...given, ...(name && { name }) };
}

/** @param {Request} req @param {Tried} tried @param {Workflow} workflow @param {{ action: string, remove: string, end?: unknown }} urls */
export async function workflowSettings(req, { form: typed, errors }, workflow, { action, remove, end }) {
  const { t, catalog } = req.ctx;
  const { form } = partsFor(req);
  const values = typed ? await readWorkflowSettings(req, typed) : workflow;
  const schema = schemaOf(await peopleOf(req));
  return form({
    action,
    submit: t('admin.save'),
    cancel: '/admin/automation',
    controls: settingsControls(req, schema, values, { errors: errors.fields }),
    expect: expectField(catalog, workflow.id, typed?.get('expect')),
    remove: { url: remove, label: t('admin.delete') },
    end,
  });
}
