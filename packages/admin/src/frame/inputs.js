import { outdatable } from '@plinth/server/http';
import { shownChecks } from './checks.js';
import { control } from './controls.js';

/** @import { Html } from '@plinth/plugin' */
/** @import { Request } from '@plinth/server/types' */
/** @import { Control } from './controls.js' */
/** @import { Tried } from './routes.js' */

/**
 * A control by the keys of its texts. `others`: other people may change its text while the form is open. `isNew`: its
 * value is not shown again with errors.
 *
 * @typedef {Control & { others?: boolean, isNew?: boolean }} Input
 */

/**
 * The controls of a form, with submitted values if it is shown again, otherwise `value`, and with errors beside each.
 *
 * @param {Request} req @param {Tried} tried @param {(Input | false)[]} inputs
 * @returns {Html[]}
 */
export function inputs({ ctx: { t } }, { form, errors }, inputs) {
  return inputs.flatMap((input) => {
    if (!input) return [];
    const { others, isNew, label, help, ...rest } = input;
    const { name, type, value } = input;
    const texts = { label: t(label), help: help && t(help), error: input.error ?? errors.fields[name] };
    if (isNew || !form)
      return control({ ...rest, ...texts, ...(others && outdatable(form, name, value, errors.code)) });
    if (type === 'checks') return control({ ...rest, ...texts, value: form.all(name), shown: shownChecks(form, name) });
    if (others) return control({ ...rest, ...texts, ...outdatable(form, name, value, errors.code) });
    return control({ ...rest, ...texts, value: type === 'switch' ? form.has(name) : (form.get(name) ?? '') });
  });
}
