import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { boolean, multiselect, text } from '@plinth/plugin/settings';
import { createViews, viewsPlugin } from '@plinth/views';
import { noErrors, wrongFields } from './form-errors.js';
import { formControls } from './settings.js';

/** @import { SettingsSchema } from '@plinth/plugin' */

const views = createViews({ registry: createRegistry([viewsPlugin]), assetUrl: (name) => name });
const req = /** @type {any} */ ({ ctx: { app: { views }, t: (/** @type {string} */ key) => key, locale: 'en' } });

/** @param {Record<string, string[]>} values @returns {any} a form as it was posted */
const formOf = (values) => ({
  entries: Object.entries(values).flatMap(([name, all]) => all.map((one) => [name, one])),
  get: (/** @type {string} */ name) => values[name]?.[0] ?? null,
  all: (/** @type {string} */ name) => values[name] ?? [],
  has: (/** @type {string} */ name) => name in values,
});

/**
 * @param {any} form @param {SettingsSchema} schema @param {Record<string, unknown>} [stored]
 * @param {{ wrong?: Record<string, string>, others?: string[] }} [more]
 */
const printed = (form, schema, stored, { wrong, ...options } = {}) =>
  formControls(req, { form, errors: wrong ? wrongFields(wrong) : noErrors() }, schema, stored, options).text;

/** The values of the boxes that are ticked. @param {string} html */
const ticked = (html) => [...html.matchAll(/value="(\w+)" checked/g)].map(([, value]) => value);

describe('the controls of a form', () => {
  const LABEL = [text('label', '<Label>', { required: true })];

  it('contain the stored values, with escaped texts', () => {
    const html = printed(null, LABEL, { label: 'Or"ders' });
    assert.match(html, /for="s-label">&lt;Label&gt;<[^]*name="label" required[^]*value="Or&quot;ders"/);
  });

  it('contain the submitted values if the form is shown again, with errors beside them', () => {
    const html = printed(formOf({ label: ['O"'] }), LABEL, { label: 'Orders' }, { wrong: { label: 'Too short' } });
    assert.match(html, /value="O&quot;"/);
    assert.match(html, /id="s-label-error">Too short</);
    assert.doesNotMatch(html, /Orders/);
  });

  it('tick what was ticked, and nothing else', () => {
    const schema = [multiselect('roles', 'x', ['a', 'b'])];
    assert.deepEqual(ticked(printed(null, schema, { roles: ['a'] })), ['a']);
    assert.deepEqual(ticked(printed(formOf({ roles: ['', 'b'] }), schema, { roles: ['a'] })), ['b']);
    assert.deepEqual(ticked(printed(formOf({ roles: [''] }), schema, { roles: ['a'] })), []);
    const box = [boolean('strict', 'x')];
    assert.deepEqual(ticked(printed(null, box, { strict: true })), ['true']);
    assert.deepEqual(ticked(printed(formOf({ strict: ['false'] }), box, { strict: true })), []);
  });

  it('never print a secret, neither the stored nor the submitted one', () => {
    const schema = [text('password', 'x', { secret: true })];
    const html = printed(formOf({ password: ['hunter2'] }), schema, {}, { wrong: { password: 'Too short' } });
    assert.match(html, /type="password"[^>]*value=""/);
    assert.doesNotMatch(html + printed(null, schema, { password: 'hunter2' }), /hunter2/);
  });

  it('tell what they were opened with if others may change it meanwhile', () => {
    const schema = [text('name', 'x'), multiselect('roles', 'x', ['a', 'b'])];
    const others = ['name', 'roles'];
    const opened = printed(null, schema, { name: 'Now', roles: ['a'] }, { others });
    assert.match(opened, /name="was\.name" value="Now"/);
    assert.match(opened, /name="shown\.roles" value=""[^]*name="shown\.roles" value="a"/);
    const form = formOf({ name: ['Mine'], 'was.name': ['Before'], 'shown.roles': ['', 'b'], roles: ['', 'a'] });
    const again = printed(form, schema, { name: 'Now', roles: [] }, { others });
    assert.match(again, /name="was\.name" value="Before"[^]*value="Mine"/);
    assert.match(again, /name="shown\.roles" value="b"/);
    assert.deepEqual(ticked(again), ['a']);
    assert.doesNotMatch(printed(null, schema, { name: 'Now', roles: ['a'] }), /was\.|shown\./);
  });

  it('take what belongs to their browser', () => {
    assert.match(printed(null, [text('mail', 'x', { attrs: { type: 'email' } })]), /<input[^>]* type="email"/);
  });
});
