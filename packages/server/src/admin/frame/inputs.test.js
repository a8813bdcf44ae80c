import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inputs } from './inputs.js';
import { noErrors, wrongFields } from './run-edit.js';

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
  it('hold what is stored, under escaped texts', () => {
    const text = printed(null, [{ name: 'label', label: 'admin.label', value: 'Orders' }]);
    assert.match(
      text,
      /for="f-label">&lt;admin\.label&gt;<[^]*name="label"[^]*value="Orders"|value="Orders"[^]*name="label"/,
    );
  });

  it('hold what was typed where the form comes back, with what is wrong beside it', () => {
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

  it('carry the text that others may change meanwhile', () => {
    const text = { name: 'name', label: 'x', value: 'Now', others: true };
    assert.match(printed(null, [text]), /name="was\.name" value="Now"/);
    assert.match(
      printed(formOf({ name: ['Mine'], 'was.name': ['Before'] }), [text]),
      /name="was\.name" value="Before"[^]*Mine/,
    );
  });

  it('leave out what is declared as false', () => assert.equal(printed(null, [false]), ''));
});
