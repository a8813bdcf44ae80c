/** @import { Html, Registry, SettingsSchema, Setting, Translate } from '@plinth/plugin' */
/** @import { FormParts, SettingContext } from './context.js' */
import { html } from '@plinth/plugin';
import {
  checkControl,
  checksControl,
  colourControl,
  durationControl,
  inputControl,
  labelled,
  numberControl,
  selectControl,
  textareaControl,
  timeControl,
  timeZoneControl,
} from './controls.js';
import { actionChoices, offersActions } from './action-choices.js';
import { tableOf } from './context.js';
import { filterRows } from './filter-rows.js';
import { fixedValueControl } from './fixed-value.js';
import { listEntries } from './list-entries.js';
import { actionControl, fieldViewControl, pieceControl } from './nested-controls.js';
import { pictureChoices, picturesOf } from './picture-choices.js';
import { optionEntries } from './option-entries.js';
import { referenceOptions } from './options.js';
import { sortRows } from './sort-rows.js';

/** @typedef {import('./context.js').FormContext} FormContext */

/**
 * A form generated from a settings schema. Names are plain key paths (columns.0.label), so that it works without
 * JavaScript; core-views/js/views/settings-form.js adds, moves and removes entries and hides what does not apply.
 *
 * @param {SettingsSchema} schema @param {Record<string, unknown>} values
 * @param {FormContext & { registry: Registry, t: Translate, icon: (name: string) => Html }} context
 * @returns {Html}
 */
export function settingsForm(schema, values, context) {
  const {
    registry,
    t,
    icon,
    catalog,
    table,
    prefix = '',
    errors = {},
    only,
    around,
    pictures = null,
    old,
    event,
    workflow,
    conditionWords,
    asks,
    bare,
    explained,
  } = context;
  /** @type {FormParts} */
  const parts = {
    registry,
    t,
    icon,
    catalog: catalog ?? null,
    table: table ?? null,
    errors,
    root: prefix,
    pictures,
    old,
    event,
    workflow,
    conditionWords,
    asks,
    bare,
    explained,
  };
  const wanted = only ? schema.filter(only) : schema;
  const printed = printSettings(schema, values ?? {}, prefix, '', parts, wanted);
  const shown = around ? wanted.map((setting, i) => around(setting, printed[i])) : printed;
  const choices = shown.length > 0 && offersActions(schema) && actionChoices(parts);
  return html`<div class="pl-settings" data-pl-settings>${shown}${choices}</div>`;
}

/**
 * @param {SettingsSchema} schema @param {Record<string, unknown>} values @param {string} prefix of control names
 * @param {string} path of error messages @param {FormParts} parts
 * @param {SettingsSchema} [wanted] those that are printed; they may refer to others of the schema
 * @returns {Html[]}
 */
export function printSettings(schema, values, prefix, path, parts, wanted = schema) {
  return wanted.map((setting) => {
    const at = path ? `${path}.${setting.name}` : setting.name;
    return printSetting({
      setting,
      schema,
      value: values[setting.name],
      values,
      name: prefix + setting.name,
      path: at,
      parts,
    });
  });
}

/** @param {SettingContext} context @returns {Html} */
function printSetting(context) {
  const { type } = context.setting;
  const print = controls[type];
  return print ? print(context) : html``;
}

/** Of a control that holds code. */
const CODE = Object.freeze({
  class: 'form-control font-monospace',
  rows: 8,
  spellcheck: 'false',
  autocapitalize: 'off',
});
/** @param {SettingContext} context */
const text = (context) =>
  labelled(
    context,
    context.setting.fills ? fixedValueControl(context) : inputControl(context, { maxlength: context.setting.max }),
  );
/** @param {SettingContext} context */
const expression = (context) => {
  const { setting, schema, values, parts } = context;
  const { result } = setting;
  // The screen around the form may offer help for expressions.
  const where = {
    table: tableOf(setting, schema, values, parts)?.name ?? null,
    place: parts.old ? 'change' : result ? 'condition' : 'value',
    result,
    event: parts.event,
    workflow: parts.workflow?.names,
    input: parts.input,
  };
  return labelled(
    context,
    textareaControl(context, {
      class: 'form-control font-monospace',
      rows: 2,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      'data-expression': JSON.stringify(where),
    }),
  );
};
/** @param {SettingContext} context */
const long = (context) => labelled(context, textareaControl(context, context.setting.code ? CODE : {}));
/** @param {SettingContext} context */
const source = (context) =>
  labelled(context, textareaControl(context, { class: 'form-control font-monospace', spellcheck: 'false' }));
/** @param {SettingContext} context */
const reference = (context) =>
  labelled(context, selectControl(context, referenceOptions[context.setting.type](context)));
/** @param {SettingContext} context */
const references = (context) =>
  labelled(context, checksControl(context, referenceOptions[context.setting.type](context)), { group: true });
/** @param {SettingContext} context */
const list = (context) =>
  context.setting.entries === 'options' ? optionEntries(context) : listEntries(context, printSettings);
/** @param {SettingContext} context */
const chosen = ({ setting, parts }) =>
  (setting.options ?? []).map(({ value, label, group }) => ({ value, label: parts.t(label), group }));

/**
 * A setting of type layout has its own editor.
 *
 * @type {Partial<Record<Setting['type'], (context: SettingContext) => Html>>}
 */
const controls = {
  text,
  url: text,
  length: text,
  file: (context) => labelled(context, inputControl(context, { 'data-pl-file': true })),
  icon: (context) => labelled(context, inputControl(context, { 'data-pl-icon': true, maxlength: 60 })),
  expression,
  longtext: long,
  markdown: long,
  html: source,
  json: source,
  integer: (context) => labelled(context, numberControl(context)),
  number: (context) => labelled(context, numberControl(context)),
  boolean: (context) => labelled(context, checkControl(context), { check: true }),
  select: (context) => {
    const pictures = picturesOf(context);
    return pictures
      ? labelled(context, pictureChoices(context, pictures), { group: true })
      : labelled(context, selectControl(context, chosen(context)));
  },
  multiselect: (context) => labelled(context, checksControl(context, chosen(context)), { group: true }),
  colour: (context) => labelled(context, colourControl(context)),
  table: reference,
  view: reference,
  page: reference,
  function: reference,
  workflow: reference,
  variable: reference,
  user: reference,
  time: (context) => labelled(context, timeControl(context)),
  timeZone: (context) => labelled(context, timeZoneControl(context)),
  minutes: (context) => labelled(context, durationControl(context)),
  // The steps themselves are edited elsewhere; this says which entry they belong to when entries are moved.
  steps: ({ name, path }) => (path.includes('.') ? html`<input type="hidden" name="${name}" value="${path}">` : html``),
  secret: reference,
  mail: reference,
  role: reference,
  field: reference,
  fieldPath: reference,
  childRelation: reference,
  roles: references,
  fields: references,
  filter: (context) => labelled(context, filterRows(context), { group: true }),
  sort: (context) => labelled(context, sortRows(context), { group: true }),
  list: (context) => labelled(context, list(context), { group: true }),
  piece: (context) => labelled(context, pieceControl(context, printSettings), { group: true }),
  fieldView: (context) => labelled(context, fieldViewControl(context, printSettings), { group: true }),
  action: (context) => labelled(context, actionControl(context, printSettings), { group: true }),
};
