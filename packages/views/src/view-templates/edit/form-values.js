/** @import { Field, FormControl, FormModel, RenderEnv, Table, ViewState } from '@plinth/plugin' */

/**
 * What the controls of an empty form hold to begin with: defaults of the fields, then what the address presets.
 *
 * @param {Table} table @param {readonly FormControl[]} controls @param {import('@plinth/plugin').Registry} registry
 */
export function createStartValues(table, controls, registry) {
  const names = controls.filter((control) => !control.children).map((control) => control.field);
  const fields = names.filter((name) => table.hasField(name)).map((name) => table.field(name));
  const defaults = fields.filter((field) => field.default !== null && field.default !== undefined);
  const varies = {
    user: defaults.some((field) => /** @type {any} */ (field.default).user),
    time: defaults.some((field) => /** @type {any} */ (field.default).now),
  };

  /** @param {ViewState} state @param {RenderEnv} env @returns {Record<string, any>} */
  const values = (state, env) => {
    /** @type {Record<string, any>} */
    const start = {};
    for (const field of defaults) start[field.name] = defaultOf(field, env);
    for (const field of fields) {
      if (Object.hasOwn(state.presets, field.name))
        start[field.name] = parsed(field, state.presets[field.name], registry);
    }
    return start;
  };

  return { values, varies };
}

/** @param {Field} field @param {RenderEnv} env */
function defaultOf(field, env) {
  const value = /** @type {any} */ (field.default);
  if (value.user) return env.actor.userId;
  if (!value.now) return value;
  const now = new Date();
  // en-CA writes dates as ISO does.
  if (field.type === 'date') return new Intl.DateTimeFormat('en-CA', { timeZone: env.formats.timeZone }).format(now);
  return now.toISOString();
}

/** @param {Field} field @param {string} text @param {import('@plinth/plugin').Registry} registry */
function parsed(field, text, registry) {
  try {
    return registry.fieldType(field.type).parse(text, field);
  } catch {
    return text;
  }
}
