/** @import { Actor, Field, FormControl, FormModel, RenderEnv, Table, ViewState, Values } from '@plinth/plugin' */
import { AppError, parseTyped, wallClock } from '@plinth/plugin';

/**
 * Initial values of an empty form: defaults of the fields, then the address's presets.
 *
 * @param {Table} table @param {readonly FormControl[]} controls @param {import('@plinth/plugin').ViewCompiler} c
 */
export function createStartValues(table, controls, { registry, startValue }) {
  const names = controls.filter((control) => !control.children).map((control) => control.field);
  const fields = names.filter((name) => table.hasField(name)).map((name) => table.field(name));
  const defaults = fields.filter((field) => field.default !== null && field.default !== undefined);
  const written = new Map(defaults.flatMap((field) => byExpression(field, startValue)));
  const varies = {
    user: defaults.some(
      ({ name, default: value }) => /** @type {Values} */ (value).user || written.get(name)?.varies.user,
    ),
    time: defaults.some(
      ({ name, default: value }) => /** @type {Values} */ (value).now || written.get(name)?.varies.time,
    ),
  };

  /**
   * @param {readonly Field[]} wanted
   * @param {ViewState} state
   * @param {Pick<RenderEnv, 'actor'> & { formats?: RenderEnv['formats'] }} env
   */
  const startOf = (wanted, state, env) => {
    /** @type {Record<string, unknown>} */
    const start = {};
    for (const field of wanted) {
      const { name } = field;
      const expression = written.get(name);
      if (Object.hasOwn(state.presets, name)) {
        start[name] = parseTyped(registry, field, state.presets[name], state.presets[name]);
      } else if (defaults.includes(field)) {
        start[name] = expression ? expression.evaluate({ row: null, env }) : defaultOf(field, env);
      }
    }
    return start;
  };
  const pointing = fields.filter((field) => field.target);

  return {
    varies,
    /** @param {ViewState} state @param {RenderEnv} env @returns {Record<string, unknown>} */
    values: (state, env) => startOf(fields, state, env),
    /** Keys among them, of rows that controls refer to. @param {ViewState} state @param {Actor} actor */
    keys: (state, actor) => startOf(pointing, state, { actor }),
  };
}

/**
 * A default by expression; nothing if it can no longer be parsed.
 *
 * @param {Field} field @param {import('@plinth/plugin').ViewCompiler['startValue']} startValue
 * @returns {[string, { evaluate: (m: any) => any, varies: { user: boolean, time: boolean } }][]}
 */
function byExpression({ name, type, default: value }, startValue) {
  const { expression } = /** @type {any} */ (value);
  if (type === 'json' || typeof expression !== 'string') return [];
  try {
    const start = startValue(expression);
    // A default that uses other fields is calculated once they are filled in; if left empty, it is set when the row is
    // saved.
    return [[name, start.waits ? NOTHING : start]];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [[name, NOTHING]];
  }
}

const NOTHING = { evaluate: () => null, varies: { user: false, time: false } };

/** @param {Field} field @param {Pick<RenderEnv, 'actor'> & { formats?: RenderEnv['formats'] }} env */
function defaultOf(field, env) {
  const value = /** @type {Values} */ (field.default);
  if (value.user) return env.actor.userId;
  if (!value.now) return value;
  const now = new Date();
  const local = wallClock(now, env.formats?.timeZone ?? field.timeZone ?? 'UTC');
  const { hasDay, hasTime } = field.traits;
  if (!hasTime) return local.slice(0, 10);
  return !hasDay ? local.slice(11, 16) : now.toISOString();
}
