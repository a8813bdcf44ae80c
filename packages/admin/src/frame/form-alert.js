import { html, raw } from '@plinth/plugin';

/** @import { Html, Translate } from '@plinth/plugin' */
/** @import { FormErrors } from './form-errors.js' */

/** Where a template wants the alert of its form, which depends on what is rendered around it. */
export const ALERT = raw('<template data-adm-alert></template>');

/**
 * A rendered screen with its alert in that place, else ahead of it. Messages beside a control are not repeated: the alert says how many fields
 * have errors, and assets/wrong-fields.js links to each.
 *
 * @param {Html} body @param {FormErrors} errors @param {Translate} t
 * @param {{ explained: ReadonlySet<string>, oneField?: boolean }} form explained: the messages beside a control; oneField: a
 *   message beside the only field needs no alert
 * @returns {Html}
 */
export function withAlert({ text }, errors, t, { explained, oneField = false }) {
  // eslint-disable-next-line plinth/no-markup-search -- its own slot, which is printed before what decides about the alert
  const [before, ...after] = text.split(ALERT.text);
  const alert = alertOf(errors, explained, t, oneField);
  // Safe: the rendered screen with an alert that escapes its texts.
  return raw(after.length > 0 ? before + alert + after.join('') : alert + before);
}

/** @param {FormErrors} errors @param {ReadonlySet<string>} explained @param {Translate} t @param {boolean} oneField */
function alertOf({ message, hint, fields, isOfFields }, explained, t, oneField) {
  const all = Object.values(fields);
  const beside = all.filter((said) => explained.has(said)).length;
  // The message of bad input consists of its fields' messages.
  const named = Object.entries(fields).map(([name, said]) => `${name}: ${said}`);
  const isSame = isOfFields && beside === all.length;
  const isRepeated = beside > 0 && (isSame || ['', ...all, all.join('; '), named.join('; ')].includes(message));
  const others = all.filter((said) => !explained.has(said) && (isRepeated || !message.includes(said)));
  if ((!message && all.length === 0) || (oneField && isRepeated && others.length === 0)) return '';
  const head = isRepeated || !message ? t('admin.wrong', { count: beside || all.length }) : message;
  return html`<div class="alert alert-danger" role="alert" tabindex="-1" data-adm-focus><div><div class="fw-medium">${head}${
    beside > 0 && html`<span data-adm-wrong></span>`
  }</div>${others.length > 0 && html`<ul class="mb-0">${others.map((said) => html`<li>${said}</li>`)}</ul>`}${
    hint && html`<div>${hint}</div>`
  }</div></div>`.text;
}
