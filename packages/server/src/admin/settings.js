import { AppError, checkSettings, errorText } from '@plinth/plugin';

/** @import { Html, SettingsSchema, Table, Translate } from '@plinth/plugin' */
/** @import { App, Form, Request } from '../types.d.ts' */

/**
 * Controls for a settings schema, made by the views package, with the names that readForm() expects.
 *
 * @param {App} app @param {Request} req @param {SettingsSchema} schema @param {Record<string, any>} values
 * @param {{ prefix?: string, table?: Table | null, errors?: Record<string, string> }} [options]
 * @returns {Html}
 */
export function settingsControls(app, req, schema, values, { prefix = '', table = null, errors = {} } = {}) {
  const { catalog, locale } = req.ctx;
  // The form looks its messages up by the setting's own path, without the prefix of the control names.
  const own = Object.entries(errors)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, message]) => [name.slice(prefix.length), message]);
  return app.views.settingsForm(schema, values, { catalog, table, locale, prefix, errors: Object.fromEntries(own) });
}

/**
 * What a form says for a schema, unchecked: what goes back into the controls when it is wrong.
 *
 * @param {App} app @param {Request} req @param {SettingsSchema} schema @param {Form} form
 * @param {{ prefix?: string, table?: Table | null }} [options]
 * @returns {Record<string, any>}
 */
export function readSettings(app, req, schema, form, { prefix = '', table = null } = {}) {
  const names = [...new Set(form.entries.map(([name]) => name))];
  const source = { get: form.get, getAll: form.all, all: form.all, has: form.has, keys: () => names.values() };
  return app.views.readSettings(schema, source, { prefix, table, catalog: req.ctx.catalog });
}

/**
 * Checked settings, or the messages by control name.
 *
 * @param {SettingsSchema} schema @param {Record<string, any>} values @param {Translate} t @param {string} [prefix] of the control names
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
