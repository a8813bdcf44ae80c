/** @import { Html, Registry, SettingsSchema, Setting, Translate } from '@plinth/plugin' */
/** @import { FormParts, Place } from './context.js' */
import { html } from '@plinth/plugin';
import {
  checkControl,
  checksControl,
  colourControl,
  inputControl,
  labelled,
  numberControl,
  selectControl,
  textareaControl,
} from './controls.js';
import { tableOf } from './context.js';
import { filterRows } from './filter-rows.js';
import { listEntries } from './list-entries.js';
import { actionControl, fieldViewControl } from './nested-controls.js';
import { referenceOptions } from './options.js';
import { sortRows } from './sort-rows.js';

/** @typedef {import('./context.js').FormContext} FormContext */

/**
 * A form made from a settings schema: names are plain key paths (columns.0.label), so that it works without
 * JavaScript; core-views/js/views/settings-form.js adds, moves and removes entries and hides what does not count.
 *
 * @param {SettingsSchema} schema @param {Record<string, any>} values
 * @param {FormContext & { registry: Registry, t: Translate, icon: (name: string) => Html }} context
 * @returns {Html}
 */
export function settingsForm(schema, values, { registry, t, icon, catalog, table, prefix = '', errors = {} }) {
  /** @type {FormParts} */
  const parts = { registry, t, icon, catalog: catalog ?? null, table: table ?? null, errors, root: prefix };
  return html`<div class="pl-settings" data-pl-settings>${printSettings(schema, values ?? {}, prefix, '', parts)}</div>`;
}

/**
 * @param {SettingsSchema} schema @param {Record<string, any>} values @param {string} prefix of control names
 * @param {string} path of error messages @param {FormParts} parts
 * @returns {Html[]}
 */
export function printSettings(schema, values, prefix, path, parts) {
  return schema.map((setting) => {
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

/** @param {Place} place @returns {Html} */
function printSetting(place) {
  const { type } = place.setting;
  const print = controls[type];
  return print ? print(place) : html``;
}

/** @param {Place} place */
const text = (place) => labelled(place, inputControl(place, { maxlength: place.setting.max }));
/** @param {Place} place */
const expression = (place) => {
  const { setting, schema, values, parts } = place;
  const { result } = setting;
  // Whoever shows the form may help with writing it.
  const where = {
    table: tableOf(setting, schema, values, parts)?.name ?? null,
    place: result ? 'condition' : 'value',
    result,
  };
  return labelled(
    place,
    textareaControl(place, {
      ...{
        class: 'form-control font-monospace',
        rows: 2,
        spellcheck: 'false',
        autocapitalize: 'off',
        autocomplete: 'off',
      },
      'data-expression': JSON.stringify(where),
    }),
  );
};
/** @param {Place} place */
const long = (place) => labelled(place, textareaControl(place));
/** @param {Place} place */
const source = (place) =>
  labelled(place, textareaControl(place, { class: 'form-control font-monospace', spellcheck: 'false' }));
/** @param {Place} place */
const reference = (place) => labelled(place, selectControl(place, referenceOptions[place.setting.type](place)));
/** @param {Place} place */
const references = (place) =>
  labelled(place, checksControl(place, referenceOptions[place.setting.type](place)), { group: true });
/** @param {Place} place */
const chosen = ({ setting, parts }) =>
  (setting.options ?? []).map(({ value, label }) => ({ value, label: parts.t(label) }));

/** A setting of type layout has its own editor. @type {Partial<Record<Setting['type'], (place: Place) => Html>>} */
const controls = {
  text,
  url: text,
  length: text,
  file: (place) => labelled(place, inputControl(place, { 'data-pl-file': true })),
  icon: (place) => labelled(place, inputControl(place, { 'data-pl-icon': true, maxlength: 60 })),
  expression,
  longtext: long,
  markdown: long,
  html: source,
  json: source,
  integer: (place) => labelled(place, numberControl(place)),
  number: (place) => labelled(place, numberControl(place)),
  boolean: (place) => labelled(place, checkControl(place), { check: true }),
  select: (place) => labelled(place, selectControl(place, chosen(place))),
  multiselect: (place) => labelled(place, checksControl(place, chosen(place)), { group: true }),
  colour: (place) => labelled(place, colourControl(place)),
  table: reference,
  view: reference,
  page: reference,
  role: reference,
  field: reference,
  fieldPath: reference,
  childRelation: reference,
  roles: references,
  fields: references,
  filter: (place) => labelled(place, filterRows(place), { group: true }),
  sort: (place) => labelled(place, sortRows(place), { group: true }),
  list: (place) => labelled(place, listEntries(place, printSettings), { group: true }),
  fieldView: (place) => labelled(place, fieldViewControl(place, printSettings), { group: true }),
  action: (place) => labelled(place, actionControl(place, printSettings), { group: true }),
};
