/** @import { Field, Html } from '@plinth/plugin' */
/** @import { SettingContext } from './context.js' */
import { NO_TRAITS } from '@plinth/plugin';
import { tableOf } from './context.js';
import { inputControl, selectControl } from './controls.js';

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * A control that fits the field which the value is for: its choices, yes and no, a number, a day; otherwise a text.
 *
 * @param {SettingContext} context @returns {Html}
 */
export function fixedValueControl(context) {
  const field = filledField(context);
  const traits = field?.traits ?? NO_TRAITS;
  const value = String(context.value ?? '');
  if (traits.value === 'boolean') {
    const { t } = context.parts;
    return selectControl(context, [
      { value: 'true', label: t('value.yes') },
      { value: 'false', label: t('value.no') },
    ]);
  }
  if (field && traits.value === 'choice' && !traits.isMany) {
    const options = choicesOf(field);
    // A choice may also have been written as it is labelled.
    const same = (/** @type {string} */ text) => text.trim().toLowerCase() === value.trim().toLowerCase();
    const chosen =
      options.find((one) => one.value === value) ?? options.find((one) => same(one.value) || same(one.label));
    return selectControl({ ...context, value: chosen?.value ?? context.value }, options);
  }
  // A browser shows nothing for what is no number or day, so that stays a text.
  if (traits.value === 'number' && !traits.hasTime && (value === '' || Number.isFinite(Number(value))))
    return inputControl(context, { type: 'number', step: traits.isWhole ? 1 : 'any' });
  if (traits.hasDay && !traits.hasTime && (value === '' || DAY.test(value)))
    return inputControl(context, { type: 'date' });
  return inputControl(context, { maxlength: context.setting.max });
}

/** @param {SettingContext} context @returns {Field | null} */
function filledField({ setting, schema, values, parts }) {
  const beside = schema.find(({ name }) => name === setting.fills);
  const table = beside ? tableOf(beside, schema, values, parts) : null;
  const chosen = beside ? values[beside.name] : null;
  const name = Array.isArray(chosen) && chosen.length === 1 ? chosen[0] : chosen;
  return table && typeof name === 'string' && table.hasField(name) ? table.field(name) : null;
}

/** @param {Field} field @returns {{ value: string, label: string }[]} */
function choicesOf(field) {
  const options = /** @type {{ value: string, label?: string }[]} */ (field.attributes?.options ?? []);
  return options.map(({ value, label }) => ({ value, label: label || value }));
}
