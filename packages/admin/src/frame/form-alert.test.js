import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html, inputInvalid, phrase } from '@plinth/plugin';
import { ALERT, withAlert } from './form-alert.js';
import { formErrors, refusal } from './form-errors.js';

/** @type {any} */
const t = (/** @type {string} */ key, /** @type {Record<string, unknown>} */ values = {}) =>
  key.replace(/\{(\d)\}/g, (_, name) => String(values[name]));

/** The alert of a form whose edit refuses its input. @param {Error} error @param {string[]} shown the controls with messages */
function alertOf(error, shown) {
  const errors = formErrors(error, t);
  const explained = new Set(shown.map((name) => errors.fields[name]));
  return withAlert(html``, errors, t, { explained }).text;
}

describe('the alert of a form', () => {
  it('stands where the form wants it, else ahead of it', () => {
    const at = (/** @type {import('@plinth/plugin').Html} */ body) =>
      withAlert(body, refusal('No <b>'), t, { explained: new Set() }).text.replace(/<div class="alert.*<\/div>/, '!');
    assert.equal(at(html`<h2>A</h2>${ALERT}<p>B</p>`), '<h2>A</h2>!<p>B</p>');
    assert.equal(at(html`<p>B</p>`), '!<p>B</p>');
  });

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
