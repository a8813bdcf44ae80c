import { AppError, checkSettings, errorText } from '@plinth/plugin';
import { conditionWords } from '../expressions/condition-words.js';
import { wrongFields } from './run-edit.js';

/** @import { Html, SettingsSchema, Table, Translate } from '@plinth/plugin' */
/** @import { Form, Request } from '@plinth/server/types' */
/** @import { FormErrors } from './run-edit.js' */

/**
 * Controls for a settings schema, rendered by the views package, with the names that readForm() expects.
 *
 * @param {Request} req @param {SettingsSchema} schema @param {Record<string, any>} values
 * @param {Pick<import('@plinth/views').FormContext, 'prefix' | 'table' | 'errors' | 'only' | 'around' | 'pictures' | 'old' | 'event' | 'workflow'>} [options]
 * @returns {Html}
 */
export function settingsControls(req, schema, values, { prefix = '', table = null, errors = {}, ...more } = {}) {
  const { app, catalog, locale } = req.ctx;
  // The form looks up its messages by the setting's own path, without the prefix of the control names.
  const own = Object.entries(errors)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, message]) => [name.slice(prefix.length), message]);
  const context = { catalog, table, locale, prefix, errors: Object.fromEntries(own), ...more };
  const saying = { conditionWords: conditionWords.bind(null, req) };
  return app.views.settingsForm(schema, values, { ...context, ...saying });
}

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
