import { AppError, checkSettings, errorText, html } from '@plinth/plugin';
import { outdatable } from '@plinth/server/http';
import { conditionWords } from '../expressions/condition-words.js';
import { shownChecks } from './checks.js';
import { explained, wrongFields } from './form-errors.js';

/** @import { Html, Setting, SettingsSchema, Table, Translate } from '@plinth/plugin' */
/** @import { Form, Request } from '@plinth/server/types' */
/** @import { FormErrors } from './form-errors.js' */
/** @import { Tried } from './routes.js' */

/** Settings whose control is a list of boxes. */
const MANY = Object.freeze(new Set(['multiselect', 'roles']));

/**
 * Controls for a settings schema, rendered by the views package, with the names that readForm() expects.
 *
 * @param {Request} req @param {SettingsSchema} schema @param {Record<string, any>} values
 * @param {Pick<import('@plinth/views').FormContext, 'prefix' | 'table' | 'errors' | 'asks' | 'bare' | 'only' | 'around' | 'pictures' | 'old' | 'event' | 'workflow'>} [options]
 * @returns {Html}
 */
export function settingsControls(req, schema, values, { prefix = '', table = null, errors = {}, ...more } = {}) {
  const { app, catalog, locale } = req.ctx;
  // The form looks up its messages by the setting's own path, without the prefix of the control names.
  const own = Object.entries(errors)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, message]) => [name.slice(prefix.length), message]);
  const context = { catalog, table, locale, prefix, errors: Object.fromEntries(own), ...more };
  const saying = { conditionWords: conditionWords.bind(null, req), explained: explained(req) };
  return app.views.settingsForm(schema, values, { ...context, ...saying });
}

/**
 * The controls of a form by its schema: with stored values, or with what was typed and its errors if it is shown again.
 *
 * @param {Request} req @param {Tried} tried @param {SettingsSchema} schema @param {Record<string, any>} [stored]
 * @param {{ table?: Table | null, bare?: boolean, others?: readonly string[] }} [options] others: what other people may
 *   change while the form is open, so that it tells what it was opened with
 * @returns {Html}
 */
export function formControls(req, { form, errors }, schema, stored = {}, { others = [], ...options } = {}) {
  const values = form ? readSettings(req, schema, form, options) : stored;
  const texts = schema.filter(({ name, type }) => others.includes(name) && !MANY.has(type));
  const known = Object.fromEntries(texts.map(({ name }) => [name, outdatable(form, name, stored[name], errors.code)]));
  const latest = Object.fromEntries(Object.entries(known).map(([name, { value }]) => [name, value]));
  const around = (/** @type {Setting} */ { name, type }, /** @type {Html} */ printed) => {
    if (!others.includes(name)) return printed;
    const opened = MANY.has(type) ? (shownChecks(form, name) ?? stored[name] ?? []) : [];
    const was = known[name]?.was;
    return html`${MANY.has(type) && ['', ...opened].map((one) => hiddenInput(`shown.${name}`, one))}${was !== undefined && hiddenInput(`was.${name}`, was)}${printed}`;
  };
  return settingsControls(
    req,
    schema,
    { ...values, ...latest },
    { errors: errors.fields, asks: true, around, ...options },
  );
}

/** @param {string} name @param {string} value */
const hiddenInput = (name, value) => html`<input type="hidden" name="${name}" value="${value}">`;

/**
 * A form's values for a schema, unchecked, for showing the form again.
 *
 * @param {Request} req @param {SettingsSchema} schema @param {Form} form
 * @param {{ prefix?: string, table?: Table | null }} [options]
 * @returns {Record<string, any>}
 */
export function readSettings(req, schema, form, { prefix = '', table = null } = {}) {
  const names = [...new Set(form.entries.map(([name]) => name))];
  const source = { get: form.get, getAll: form.all, all: form.all, has: form.has, keys: () => names.values() };
  return req.ctx.app.views.readSettings(schema, source, { prefix, table, catalog: req.ctx.catalog });
}

/**
 * Checked settings, or messages by control name.
 *
 * @param {SettingsSchema} schema @param {Record<string, any>} values @param {Translate} t @param {string} [prefix] of
 *   the control names
 * @returns {{ values: Record<string, any>, errors: Record<string, string> }}
 */
export function checked(schema, values, t, prefix = '') {
  try {
    return { values: checkSettings(schema, values), errors: {} };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SETTINGS_INVALID') throw error;
    const { fields } = errorText(error, t);
    return {
      values,
      errors: Object.fromEntries(Object.entries(fields).map(([key, message]) => [prefix + key, message])),
    };
  }
}

/**
 * The settings of a submitted form: as typed, checked, and their errors, ready for the form.
 *
 * @param {Request} req @param {SettingsSchema} schema @param {Form} form
 * @param {{ prefix?: string, table?: Table | null }} [options]
 * @returns {{ raw: Record<string, any>, values: Record<string, any>, errors: Record<string, string>, wrong: FormErrors
 *   | null }}
 */
export function readChecked(req, schema, form, options = {}) {
  const raw = readSettings(req, schema, form, options);
  const { values, errors } = checked(schema, raw, req.ctx.t, options.prefix);
  return { raw, values, errors, wrong: Object.keys(errors).length > 0 ? wrongFields(errors) : null };
}
