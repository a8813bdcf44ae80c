import { STEP_SETTINGS } from '@plinth/plugin';
import { html } from '@plinth/plugin';
import { expectField, partsFor, readSettings, settingsControls } from '../../frame/index.js';

/** @import { SettingsSchema, Table, Trigger } from '@plinth/plugin' */
/** @import { Form, Request, Tried } from '../../types.d.ts' */

/** People to choose from; whoever has more names the person by its mail address in the list of users first. */
const MOST_PEOPLE = 200;
const NONE = Object.freeze({ fields: [], from: '', to: '', when: '', description: '', user: null });

/** What can happen to a row, as it is chosen. */
const CHANGES = [
  'insert',
  'update',
  'insert update',
  'delete',
  'insert delete',
  'update delete',
  'insert update delete',
];
const UPDATED = { name: 'on', in: CHANGES.filter((value) => value.includes('update')) };

/** @param {readonly { value: string, label: string }[]} people @returns {SettingsSchema} */
const schemaWith = (people) => [
  { name: 'label', type: 'text', label: 'admin.automation.label', required: true, max: 200 },
  { name: 'table', type: 'table', label: 'admin.automation.table', required: true },
  {
    ...{ name: 'on', type: 'select', label: 'admin.automation.events', required: true, default: 'insert' },
    options: CHANGES.map((value) => ({ value, label: `admin.automation.on.${value.replaceAll(' ', '_')}` })),
  },
  {
    ...{ name: 'fields', type: 'fields', of: 'table', label: 'admin.automation.fields', filledIn: true },
    ...{ help: 'admin.automation.fieldsHelp', showIf: UPDATED },
  },
  { name: 'from', type: 'text', label: 'admin.automation.from', max: 200, showIf: UPDATED },
  {
    name: 'to',
    type: 'text',
    label: 'admin.automation.to',
    max: 200,
    help: 'admin.automation.toHelp',
    showIf: UPDATED,
  },
  {
    ...{ name: 'when', type: 'expression', of: 'table', result: 'bool', label: 'admin.automation.when' },
    help: 'admin.automation.whenHelp',
  },
  { name: 'steps', type: 'list', label: 'admin.automation.steps', items: STEP_SETTINGS, min: 1, max: 50 },
  {
    ...{ name: 'as', type: 'select', label: 'admin.automation.as', default: 'cause', help: 'admin.automation.asHelp' },
    options: ['cause', 'user', 'system'].map((value) => ({ value, label: `admin.automation.as.${value}` })),
  },
  {
    ...{ name: 'user', type: 'select', label: 'admin.automation.person', options: people },
    showIf: { name: 'as', in: ['user'] },
  },
  { name: 'enabled', type: 'boolean', label: 'admin.automation.enabled', default: true },
];

/** @param {Request} req @returns {Promise<SettingsSchema>} */
async function schemaOf({ ctx: { app, actor } }) {
  const spec = {
    ...{ table: 'users', sort: [{ field: 'name' }], limit: MOST_PEOPLE },
    select: [{ as: 'name', field: 'name' }],
  };
  const [{ rows }] = await app.data.select(actor, [{ spec, params: {} }]);
  return schemaWith(rows.map((/** @type {any} */ { id, name }) => ({ value: String(id), label: String(name) })));
}

/** The table that is chosen. @param {Request} req @param {unknown} name @returns {Table | null} */
const tableNamed = ({ ctx: { catalog } }, name) =>
  typeof name === 'string' && catalog.hasTable(name) ? catalog.table(name) : null;

/** What a submitted form says, for an edit or to be shown again. @param {Request} req @param {Form} form */
export async function readTrigger(req, form) {
  const table = tableNamed(req, form.get('table'));
  const { on = '', ...given } = readSettings(req, await schemaOf(req), form, { table });
  return { ...NONE, steps: [], ...given, events: on.split(' ').filter(Boolean) };
}

/**
 * The form of a trigger. Choosing a table or an action shows what belongs to it.
 *
 * @param {Request} req @param {Tried} tried @param {Partial<Trigger>} trigger as stored; empty: a new one
 * @param {{ action: string, remove?: string }} urls
 */
export async function triggerForm(req, { form: typed, errors }, trigger, { action, remove }) {
  const { t, catalog } = req.ctx;
  const { form } = partsFor(req);
  /** @type {Record<string, any>} */
  const values = typed ? await readTrigger(req, typed) : { ...trigger };
  values.on = (values.events ?? []).join(' ');
  const table = tableNamed(req, values.table);
  const controls = settingsControls(req, await schemaOf(req), values, { table, errors: errors.fields, old: true });
  const refresh = html`<button class="visually-hidden" name="refresh" value="1" formnovalidate tabindex="-1" hx-post="${action}"
    hx-target="#trigger" hx-select="#trigger" hx-swap="outerMorph" data-adm-refresh>${t('admin.show')}</button>`;
  return html`<div id="trigger" data-adm-trigger>${form({
    ...{ action, submit: t(trigger.id ? 'admin.save' : 'admin.automation.create'), cancel: '/admin/automation' },
    controls: html`${refresh}${controls}`,
    expect: expectField(catalog, trigger.id, typed?.get('expect')),
    ...(remove && { remove: { url: remove, label: t('admin.delete') } }),
  })}</div>`;
}
