/** @import { Html } from '@plinth/plugin' */
/** @import { SettingContext } from './context.js' */
import { entries, entry } from './entry.js';
import { referenceOptions } from './options.js';
import { selectControl } from './controls.js';
import { html } from '@plinth/plugin';

/** The order of rows: fields, most important first. @param {SettingContext} context @returns {Html} */
export function sortRows(context) {
  const { value, name, parts } = context;
  /** @type {{ field?: string, descending?: boolean }[]} */
  const list = Array.isArray(value) ? value : [];
  const options = referenceOptions.fieldPath(context);

  /** @param {string} at @param {{ field?: string, descending?: boolean }} sort @param {boolean} fresh */
  const row = (at, sort, fresh) => {
    const inner = {
      ...context,
      setting: { ...context.setting, required: false, default: undefined, help: undefined },
      path: '',
    };
    const field = selectControl({ ...inner, name: `${at}.field`, value: sort.field }, options, {
      'aria-label': parts.t('settingsForm.field'),
    });
    const order = html`<select class="form-select" name="${at}.order" aria-label="${parts.t('settingsForm.order')}"><option value="up">${parts.t('settingsForm.ascending')}</option><option value="down"${sort.descending ? html` selected` : ''}>${parts.t('settingsForm.descending')}</option></select>`;
    return entry(at, html`<div class="pl-entry-row">${field}${order}</div>`, { fresh, parts });
  };

  return entries(
    name,
    list.map((sort, n) => row(`${name}.${n}`, sort, false)),
    (at) => row(at, {}, true),
    parts,
  );
}
