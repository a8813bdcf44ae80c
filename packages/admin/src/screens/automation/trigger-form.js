import { BEFORE_SETTINGS, TRIGGER_STEP_SETTINGS } from '@plinth/plugin';
import { html } from '@plinth/plugin';
import { partsFor, readSettings, settingsControls } from '../../frame/index.js';
import { nextTimes } from './next-times.js';

/** @import { Setting, SettingsSchema, Table, Trigger, TriggerSource, Row, Values } from '@plinth/plugin' */
/** @import { Form, Request, Tried } from '../../types.d.ts' */

/** People to choose from; whoever has more names the person by its mail address in the list of users first. */
const MOST_PEOPLE = 200;
const OPTIONS = 'options.';
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

/** Which changes of rows start a trigger. @type {SettingsSchema} */
const CHANGE_SETTINGS = [
  {
    name: 'timing',
    type: 'select',
    label: 'admin.automation.timing',
    required: true,
    default: 'after',
    help: 'admin.automation.timingHelp',
    filledIn: true,
    options: ['after', 'before'].map((value) => ({ value, label: `admin.automation.timing.${value}` })),
  },
  {
    name: 'on',
    type: 'select',
    label: 'admin.automation.events',
    required: true,
    default: 'insert',
    options: CHANGES.map((value) => ({ value, label: `admin.automation.on.${value.replaceAll(' ', '_')}` })),
  },
  {
    name: 'fields',
    type: 'fields',
    of: 'table',
    label: 'admin.automation.fields',
    filledIn: true,
    help: 'admin.automation.fieldsHelp',
    showIf: UPDATED,
  },
  ...['from', 'to'].map((name) => ({
    name,
    type: /** @type {const} */ ('text'),
    label: `admin.automation.${name}`,
    max: 200,
    showIf: UPDATED,
    fills: 'fields',
    none: 'admin.automation.anyValue',
  })),
];

/** From what to what can be said of one field. @param {Values} values @returns {(setting: Setting) => boolean} */
const saysOfOne = ({ fields, from, to }) => {
  const isAsked = fields?.length === 1 || Boolean(from || to);
  return ({ name }) => isAsked || (name !== 'from' && name !== 'to');
};

/** What it is about. @param {TriggerSource} source @returns {SettingsSchema} */
const headOf = ({ name, table = 'no' }) => [
  { name: 'label', type: 'text', label: 'admin.automation.label', required: true, max: 200 },
  ...(table === 'no' ? [] : [tableSetting(table === 'yes')]),
  ...(name === 'rows' ? CHANGE_SETTINGS : []),
];

/** @param {boolean} required @returns {Setting} */
const tableSetting = (required) => ({
  name: 'table',
  type: 'table',
  label: 'admin.automation.table',
  required,
  ...(!required && { help: 'admin.automation.tableHelp' }),
});

/** @param {TriggerSource} source @returns {Setting} */
const conditionOf = ({ old }) => ({
  name: 'when',
  type: 'expression',
  result: 'bool',
  label: 'admin.automation.when',
  help: old ? 'admin.automation.whenHelp' : 'admin.automation.whenEvent',
});

/** @type {Setting} */
const ENABLED = { name: 'enabled', type: 'boolean', label: 'admin.automation.enabled', default: true };

/** What it does before a row is saved. @param {TriggerSource} source @returns {SettingsSchema} */
const beforeOf = (source) => [
  conditionOf(source),
  { name: 'before', type: 'list', label: 'admin.automation.steps', items: BEFORE_SETTINGS, min: 1, max: 50 },
  {
    name: 'order',
    type: 'integer',
    label: 'admin.automation.order',
    min: 1,
    max: 9999,
    help: 'admin.automation.orderHelp',
  },
  ENABLED,
];

/** What it does. @param {TriggerSource} source @param {readonly { value: string, label: string }[]} people @returns {SettingsSchema} */
const afterOf = (source, people) => [
  conditionOf(source),
  { name: 'steps', type: 'list', label: 'admin.automation.steps', items: TRIGGER_STEP_SETTINGS, min: 1, max: 50 },
  {
    name: 'as',
    type: 'select',
    label: 'admin.automation.as',
    default: source.as ?? 'cause',
    help: source.old ? 'admin.automation.asHelp' : 'admin.automation.asEvent',
    options: [
      {
        value: 'cause',
        label: `admin.automation.as.${source.as === 'system' ? 'nobody' : source.old ? 'cause' : 'starter'}`,
      },
      ...['user', 'system'].map((value) => ({ value, label: `admin.automation.as.${value}` })),
    ],
  },
  {
    name: 'user',
    type: 'select',
    label: 'admin.automation.person',
    options: people,
    showIf: { name: 'as', in: ['user'] },
  },
  ENABLED,
];

/** @param {Request} req @param {TriggerSource} source @param {unknown} timing @returns {Promise<SettingsSchema>} */
const tailOf = async (req, source, timing) =>
  source.name === 'rows' && timing === 'before' ? beforeOf(source) : afterOf(source, await peopleOf(req));

/** People whose rights a trigger can have. @param {Request} req */
export async function peopleOf({ ctx: { app, actor } }) {
  const spec = {
    table: 'users',
    sort: [{ field: 'name' }],
    limit: MOST_PEOPLE,
    select: [{ as: 'name', field: 'name' }],
  };
  const [{ rows }] = await app.data.select(actor, [{ spec, params: {} }]);
  return rows.map(({ id, name }) => ({ value: String(id), label: String(name) }));
}

/** @param {Request} req @param {unknown} name @returns {TriggerSource} */
export function sourceNamed({ ctx: { app } }, name) {
  const known = typeof name === 'string' && app.registry.has('triggerSource', name);
  return app.registry.triggerSource(known ? name : 'rows');
}

/** The table that is chosen. @param {Request} req @param {unknown} name @returns {Table | null} */
const tableNamed = ({ ctx: { catalog } }, name) =>
  typeof name === 'string' && catalog.hasTable(name) ? catalog.table(name) : null;

/** What a submitted form says, for an edit or to be shown again. @param {Request} req @param {Form} form */
export async function readTrigger(req, form) {
  const source = sourceNamed(req, form.get('source'));
  const table = source.table === undefined ? null : tableNamed(req, form.get('table'));
  const { on = '', ...head } = readSettings(req, headOf(source), form, { table });
  const options = readSettings(req, source.settings, form, { prefix: OPTIONS, table });
  const tail = readSettings(req, await tailOf(req, source, form.get('timing')), form, { table });
  const events = on.split(' ').filter(Boolean);
  return { ...NONE, table: null, steps: [], ...head, ...tail, source: source.name, options, events };
}

/** Settings for rows apply only with a table. @param {TriggerSource} source @param {Table | null} table @returns {(setting: Setting) => boolean} */
const appliesTo =
  ({ ofRows = [] }, table) =>
  ({ name }) =>
    table !== null || !ofRows.includes(name);

/**
 * The form of a trigger. Choosing a table or an action shows what belongs to it.
 *
 * @param {Request} req @param {Tried} tried @param {Partial<Trigger>} trigger as stored; empty: a new one
 * @param {{ action: string, remove?: string }} urls
 */
export async function triggerForm(req, tried, trigger, { action, remove }) {
  const { form: typed, errors } = tried;
  const { form, t } = partsFor(req);
  /** @type {Row} */
  const values = typed ? await readTrigger(req, typed) : { ...trigger };
  values.on = (values.events ?? []).join(' ');
  if (values.order === 0) delete values.order;
  const source = sourceNamed(req, values.source);
  const options = values.options ?? {};
  const context = { table: tableNamed(req, values.table), errors: errors.fields };
  const knowing = { ...context, old: source.old ?? false, event: source.event.length > 0 ? source.name : undefined };
  const times = html`<button class="visually-hidden" name="refresh" value="1" formnovalidate tabindex="-1" aria-hidden="true" hx-post="${action}"
    hx-target="#next-times" hx-select="#next-times" hx-swap="outerHTML" data-adm-times>${t('admin.show')}</button>`;
  const refresh = html`<button class="visually-hidden" name="refresh" value="1" formnovalidate tabindex="-1" hx-post="${action}"
    hx-target="#trigger" hx-select="#trigger" data-adm-refresh>${t('admin.show')}</button>`;
  const controls = [
    html`${refresh}${(source.next || source.rowTime) && times}<input type="hidden" name="source" value="${source.name}">`,
    settingsControls(req, headOf(source), values, { ...context, only: saysOfOne(values) }),
    settingsControls(req, source.settings, options, {
      ...context,
      prefix: OPTIONS,
      only: appliesTo(source, context.table),
    }),
    await nextTimes(req, source, options, context.table),
    settingsControls(req, await tailOf(req, source, values.timing), values, knowing),
  ];
  return html`<div id="trigger" data-adm-trigger data-pl-repaints>${form({
    action,
    submit: t(trigger.id ? 'admin.save' : 'admin.automation.create'),
    cancel: '/admin/automation',
    controls: html`${controls}`,
    of: trigger.id,
    tried,
    remove: remove ? { url: remove, label: t('admin.delete') } : undefined,
  })}</div>`;
}
