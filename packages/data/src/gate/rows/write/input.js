import { AppError, phrase } from '@plinth/plugin';
import { fieldsSetBefore } from '../../../rules/expressions/before/triggers-of.js';
import { reachesOwnOnly, readableField, writableField } from '../../../rules/rights/index.js';
import { forbidden, shown } from '../../../postgres/errors/row-errors.js';
import { addDefaults, looksAtRow } from './default-value.js';
import { fieldProblem, notAChoice, problemOf } from './field-problem.js';

/** @import { Actor, Catalog, Field, Registry, Table } from '@plinth/plugin' */
/** @typedef {{ catalog: Catalog, registry: Registry, actor: Actor, now: Date, today: string }} InputContext */
/** @import { Problem } from './field-problem.js' */
/** @typedef {{ values: Record<string, unknown>, errors: Record<string, string> | null, problems: Record<string, Problem> | null }} Input `errors` are the texts of `problems` */

const MOST_UNKNOWN = 20;

/**
 * Parses input into values of the fields, with one message for each invalid field.
 *
 * @param {InputContext} context @param {Table} table @param {Record<string, unknown>} given @param {'create' | 'update'} operation
 * @returns {Input}
 */
export function readInput(context, table, given, operation) {
  /** @type {Record<string, unknown>} */
  const values = Object.create(null);
  /** @type {Record<string, Problem>} */
  const problems = Object.create(null);
  // PostgreSQL checks those that a trigger may fill in, after it has.
  const isNeeded = (/** @type {Field} */ field) =>
    field.required &&
    !fieldsSetBefore(context.catalog, table, operation === 'create' ? 'insert' : 'update').has(field.name);
  // With more names than fields, at least one of the first is wrong, and reporting all would make a very long response.
  for (const name of Object.keys(given ?? {}).slice(0, table.fields.length + MOST_UNKNOWN)) {
    const field = writable(context, table, name);
    if (isHidden(context, table, name)) problems[shown(name)] = 'This field does not exist';
    else if (isFormula(table, name)) problems[name] = fieldProblem(table.field(name), 'is set automatically');
    else if (!field) problems[shown(name)] = 'This field does not exist';
    else if (field.auto && !context.actor.system) problems[name] = fieldProblem(field, 'is set automatically');
    else if (!writableField(context.actor, table, field)) problems[name] = fieldProblem(field, 'is read-only for you');
    // A control that was left empty, of a field whose default is calculated from the others.
    else if (operation === 'create' && given[name] === '' && looksAtRow(context, table, field)) continue;
    else attempt(problems, field, () => (values[name] = readField(context, field, given[name], isNeeded)));
  }
  if (operation === 'create') addMissing(context, table, values, problems, isNeeded);
  const wrong = Object.entries(problems);
  if (wrong.length === 0) return { values, errors: null, problems: null };
  return { values, errors: Object.fromEntries(wrong.map(([name, problem]) => [name, String(problem)])), problems };
}

/** @param {InputContext} context @param {Table} table @param {string} name */
const isHidden = ({ actor }, table, name) => table.hasField(name) && !readableField(actor, table, table.field(name));

/** @param {Table} table @param {string} name */
const isFormula = (table, name) => table.hasField(name) && Boolean(table.field(name).formula);

/** A field that can store values. @param {Pick<InputContext, 'registry'>} context @param {Table} table @param {string} name */
export function writable({ registry }, table, name) {
  if (!table.hasField(name)) return null;
  const field = table.field(name);
  return !field.formula && registry.has('fieldType', field.type) ? field : null;
}

/** @param {InputContext} context @param {Field} field @param {unknown} input @param {(field: Field) => boolean} isNeeded */
function readField({ catalog, registry }, field, input, isNeeded) {
  const type = registry.fieldType(field.type);
  const value = type.parse(input, field) ?? null;
  // A list of nothing is no value, but the JSON [] is one.
  const isNothing =
    value === null || (Array.isArray(value) && value.length === 0 && type.serialize(value, field) === '');
  if (isNothing) {
    if (isNeeded(field)) throw invalid(fieldProblem(field, 'is required'));
    return null;
  }
  type.validate(value, field);
  checkKeys(catalog, field, value);
  return value;
}

/** A key of the wrong type points at no row. @param {Catalog} catalog @param {Field} field @param {unknown} value */
function checkKeys(catalog, field, value) {
  if (!field.target || !catalog.hasTable(field.target)) return;
  const kind = catalog.table(field.target).key === 'identity' ? 'number' : 'string';
  for (const key of Array.isArray(value) ? value : [value]) {
    if (typeof key !== kind) throw invalid(notAChoice(field));
  }
}

/** @param {Problem} problem */
const invalid = (problem) => new AppError('FIELD_INVALID', problem, { status: 422 });

/**
 * Fills in defaults and the owner, and checks required fields.
 *
 * @param {InputContext} context
 * @param {Table} table
 * @param {Record<string, unknown>} values
 * @param {Record<string, Problem>} problems
 * @param {(field: Field) => boolean} isNeeded
 */
function addMissing(context, table, values, problems, isNeeded) {
  /** @type {Field[]} */
  const fields = [];
  /** @type {Field[]} */
  const missing = [];
  for (const field of table.fields) {
    if (field.auto || field.name in problems || !writable(context, table, field.name)) continue;
    fields.push(field);
    if (!(field.name in values)) missing.push(field);
  }
  addDefaults(context, table, missing, values, (field, calculate) => attempt(problems, field, calculate));
  for (const field of fields) {
    if (field.name in problems) continue;
    const mine = values[field.name] === null && field.name === table.owner && reachesOwnOnly(context.actor, table);
    if (mine) values[field.name] = context.actor.userId;
    if (values[field.name] !== null || !isNeeded(field)) continue;
    // A required field that the actor may not read can't be named in the message; without a default the insert fails.
    if (isHidden(context, table, field.name)) throw forbidden(phrase`create rows in "${table.name}"`);
    problems[field.name] = fieldProblem(field, 'is required');
  }
}

/** @param {Record<string, Problem>} problems @param {Field} field @param {() => void} read */
function attempt(problems, field, read) {
  try {
    read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problems[field.name] = problemOf(error);
  }
}
