/** @import { BeforeStep, Field, Message, Table, Values } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { AppError, BEFORE_SETTINGS, checkSettings, inputInvalid, phrase } from '@plinth/plugin';
import { isSettable, readBeforeCondition, readBeforeValue } from '../../../rules/expressions/before/read-before.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/**
 * The steps of a trigger that runs before a row is saved.
 *
 * @param {Values} input of the trigger @param {Scope} scope @param {Table} table
 * @param {{ events: readonly string[], fields: readonly string[] }} changes that it is about
 * @returns {BeforeStep[]}
 * @throws {AppError} INPUT_INVALID by key path
 */
export function checkBeforeSteps({ before = [] }, scope, table, { events, fields }) {
  const calculated = fields.find((name) => table.field(name).formula);
  if (calculated)
    throw inputInvalid({
      fields: phrase`“${table.field(calculated).label}” is calculated afterwards: choose the fields that it is made of`,
    });
  const schema = /** @type {const} */ ([
    { name: 'before', type: 'list', items: BEFORE_SETTINGS, min: 1, max: LIMITS.actionSteps },
  ]);
  /** @type {{ before: BeforeStep[] }} */
  const given = /** @type {any} */ (checkSettings(schema, { before }));
  return given.before.map((step, i) => checkStep(step, { at: `before.${i}`, scope, table, events }));
}

/**
 * @param {BeforeStep} given @param {{ at: string, scope: Scope, table: Table, events: readonly string[] }} context
 * @returns {BeforeStep}
 */
function checkStep({ kind, field: name = null, value = '', message = '', when = '' }, { at, scope, table, events }) {
  const { catalog, registry } = scope;
  const field = name ? fieldOf(table, name, `${at}.field`) : null;
  if (when) attempt(`${at}.when`, () => readBeforeCondition(catalog, table, when));
  if (kind === 'refuse') {
    if (message.trim() === '') throw inputInvalid({ [`${at}.message`]: 'Say why it is refused' });
    return { kind, field: name || null, value: '', message: message.trim(), when };
  }
  if (!events.some((event) => event !== 'delete'))
    throw inputInvalid({ [`${at}.kind`]: 'A deletion can only be refused' });
  if (!field) throw inputInvalid({ [`${at}.field`]: 'Choose a field' });
  if (!isSettable(registry, field))
    throw inputInvalid({ [`${at}.field`]: phrase`“${field.label}” can't be set before the row is saved` });
  if (value.trim() === '') throw inputInvalid({ [`${at}.value`]: 'Enter a value, or null to empty the field' });
  attempt(`${at}.value`, () => readBeforeValue(catalog, table, field, value));
  return { kind, field: field.name, value, message: '', when };
}

/** @param {Table} table @param {string} name @param {string} key @returns {Field} */
function fieldOf(table, name, key) {
  if (table.hasField(name)) return table.field(name);
  throw inputInvalid({ [key]: /** @type {Message} */ (phrase`Table "${table.name}" has no field "${name}"`) });
}

/** @param {string} key @param {() => unknown} read */
function attempt(key, read) {
  try {
    read();
  } catch (error) {
    throw error instanceof AppError ? inputInvalid({ [key]: error.phrases.message }) : error;
  }
}
