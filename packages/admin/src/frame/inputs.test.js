import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inputs } from './inputs.js';
import { noErrors, wrongFields } from './form-errors.js';

const req = /** @type {any} */ ({ ctx: { t: (/** @type {string} */ key) => `<${key}>` } });

/** @param {Record<string, string[]>} values @returns {any} a form as it was posted */
const formOf = (values) => ({
  get: (/** @type {string} */ name) => values[name]?.[0] ?? null,
  all: (/** @type {string} */ name) => values[name] ?? [],
  has: (/** @type {string} */ name) => name in values,
});

/** @param {any} form @param {any[]} list @param {Record<string, string>} [wrong] */
const printed = (form, list, wrong) =>
  inputs(req, { form, errors: wrong ? wrongFields(wrong) : noErrors() }, list).join('');

describe('the controls of a declared form', () => {
  it('contain the stored values, with escaped texts', () => {
    const text = printed(null, [{ name: 'label', label: 'admin.label', value: 'Orders' }]);
    assert.match(
      text,
      /for="f-label">&lt;admin\.label&gt;<[^]*name="label"[^]*value="Orders"|value="Orders"[^]*name="label"/,
    );
  });

  it('contain the submitted values if the form is shown again, with errors beside them', () => {
    const text = printed(formOf({ label: ['O"'] }), [{ name: 'label', label: 'a', value: 'Orders' }], {
      label: 'Too short',
    });
    assert.match(text, /value="O&quot;"/);
    assert.match(text, /id="f-label-error">Too short</);
    assert.doesNotMatch(text, /Orders/);
  });

  it('tick what was ticked, and nothing else', () => {
    const options = ['a', 'b'].map((value) => ({ value, label: value }));
    const checks = { name: 'roles', type: 'checks', label: 'x', value: ['a'], options };
    const ticked = (/** @type {string} */ text) =>
      [...text.matchAll(/value="(\w)" checked/g)].map(([, value]) => value);
    assert.deepEqual(ticked(printed(null, [checks])), ['a']);
    assert.deepEqual(ticked(printed(formOf({ roles: ['b'] }), [checks])), ['b']);
    const box = { name: 'strict', type: 'switch', label: 'x', value: true };
    assert.doesNotMatch(printed(formOf({}), [box]), / checked/);
  });

  it('never print a password again', () => {
    const password = { name: 'password', type: 'password', label: 'x', isNew: true };
    assert.doesNotMatch(printed(formOf({ password: ['secret'] }), [password], { password: 'Too short' }), /secret/);
  });

  it('contain the original text if others may change it meanwhile', () => {
    const text = { name: 'name', label: 'x', value: 'Now', others: true };
    assert.match(printed(null, [text]), /name="was\.name" value="Now"/);
    assert.match(
      printed(formOf({ name: ['Mine'], 'was.name': ['Before'] }), [text]),
      /name="was\.name" value="Before"[^]*Mine/,
    );
  });

  it('leave out inputs declared as false', () => assert.equal(printed(null, [false]), ''));
});
