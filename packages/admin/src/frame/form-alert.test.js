import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html, inputInvalid, phrase } from '@plinth/plugin';
import { withAlert } from './form-alert.js';
import { formErrors } from './form-errors.js';

/** @type {any} */
const t = (/** @type {string} */ key, /** @type {Record<string, unknown>} */ values = {}) =>
  key.replace(/\{(\d)\}/g, (_, name) => String(values[name]));
const beside = (/** @type {Record<string, string>} */ fields) =>
  html`${Object.entries(fields).map(([name, said]) => html`<div id="s-${name}-error">${said}</div>`)}`;

/** The alert of a form whose edit refuses its input. @param {Error} error @param {string[]} shown the controls with messages */
function alertOf(error, shown) {
  const errors = formErrors(error, t);
  const printed = beside(Object.fromEntries(shown.map((name) => [name, errors.fields[name]])));
  return withAlert(printed, errors, t).text.split('s-label-error')[0];
}

describe('the alert of a form', () => {
  const tooLong = phrase`must have at most ${200} characters`;

  it('does not call a control by the name of its input when the message is beside it', () => {
    const alert = alertOf(inputInvalid({ label: tooLong }), ['label']);
    assert.match(alert, />admin\.wrong</);
    assert.doesNotMatch(alert, /Label must/);
  });

  it('says all where a message stands beside no control, and what is more than that of the fields', () => {
    assert.match(alertOf(inputInvalid({ label: tooLong, page_size: 'must be a number' }), ['label']), /Page size must/);
    assert.match(alertOf(inputInvalid({ label: tooLong }, 'Line 3 is wrong'), ['label']), />Line 3 is wrong</);
  });
});
