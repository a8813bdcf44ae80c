/** @import { Catalog, Table, Values } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { AppError, checkSettings, inputInvalid, isFileList, phrase } from '@plinth/plugin';
import { searchedFields } from '../../../catalog/schema/searched-text.js';
import { uuidv7 } from '../../../catalog/schema/uuid.js';
import { checkOf } from '../../../catalog/ddl/check-filter.js';
import { onlyKeys } from './names.js';
import { line } from './texts.js';
import { checkFunctionRule, checkValidation } from './validations.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

const LEVELS = ['none', 'own', 'all'];
const RIGHTS = { read: LEVELS, create: ['none', 'all'], update: LEVELS, delete: LEVELS };
/** Adding choices is a right on the table itself, not on rows. */
const CHOICES = ['none', 'all'];
const NOTHING = { read: 'none', create: 'none', update: 'none', delete: 'none' };

/** @param {unknown} input @param {Catalog} catalog */
export function checkAccess(input, catalog) {
  if (input === undefined || input === null) return {};
  onlyKeys(
    'access',
    input,
    catalog.roles.map((role) => role.name),
  );
  return Object.fromEntries(
    Object.entries(input).map(([role, given]) => {
      onlyKeys(`access of ${role}`, given, [...Object.keys(RIGHTS), 'choices']);
      const { choices = 'none' } = given;
      if (!CHOICES.includes(choices))
        throw inputInvalid({ [`access.${role}.choices`]: phrase`must be one of ${CHOICES.join(', ')}` });
      for (const [right, levels] of Object.entries(RIGHTS)) {
        const level = given[right];
        if (level !== undefined && !levels.includes(level) && !isRule(level))
          throw inputInvalid({ [`access.${role}.${right}`]: phrase`must be one of ${levels.join(', ')}, or a rule` });
      }
      return [role, granted(given)];
    }),
  );
}

/** The right to add choices is named only where it is granted. @param {Values} given */
function granted({ choices, ...rights }) {
  return { ...NOTHING, ...rights, ...(choices === 'all' && { choices }) };
}

/** Checked once all changes have been made. @param {any} level */
function isRule(level) {
  return (
    typeof level === 'object' &&
    level !== null &&
    Object.keys(level).join() === 'rule' &&
    typeof level.rule === 'string'
  );
}

/**
 * The field that makes a table the profile of users: at most one row per user, and one such table.
 *
 * @param {unknown} person @param {Table} table @param {Scope} scope
 */
export function checkPerson(person, table, { catalog }) {
  if (person === undefined || person === null || person === '') return null;
  const field = table.hasField(String(person)) ? table.field(String(person)) : null;
  if (field?.target !== 'users' || !(field.traits.isUnique || field.unique))
    throw inputInvalid({
      person: phrase`must be a unique field of "${table.name}" that points to a user`,
    });
  const other = catalog.tables.find((entry) => entry.person && entry.id !== table.id);
  if (other) throw inputInvalid({ person: phrase`"${other.label}" already holds the profile fields of users` });
  return field.name;
}

/** @param {unknown} owner @param {Table} table */
export function checkOwner(owner, table) {
  if (owner === undefined || owner === null || owner === '') return null;
  const field = table.hasField(String(owner)) ? table.field(String(owner)) : null;
  if (field?.target === 'users' && !field.traits.isMany) return field.name;
  throw inputInvalid({ owner: phrase`must be a field of "${table.name}" that points to a user` });
}

/** @param {unknown} input @param {Scope} scope @param {Table} table */
export function checkConstraints(input, scope, table) {
  if (!Array.isArray(input)) throw inputInvalid({ constraints: 'must be a list' });
  return input.map((entry) => checkConstraint(entry, scope, table));
}

/** @param {Values} input @param {Scope} scope @param {Table} table */
export function checkConstraint(input, scope, table) {
  const { registry } = scope;
  onlyKeys('a constraint', input, ['id', 'kind', 'fields', 'where', 'rule', 'function', 'message']);
  const common = {
    id: knownId(input.id, table.constraints),
    kind: input.kind,
    message: line('message', input.message),
  };
  if (input.kind === 'unique') return { ...common, fields: checkColumns(input.fields, table, registry, 'fields') };
  if (input.kind === 'rule') return { ...common, ...checkValidation(input, scope, table) };
  if (input.kind === 'function') return { ...common, ...checkFunctionRule(input, table) };
  if (input.kind !== 'check') throw inputInvalid({ kind: 'must be unique, check, rule or function' });
  const { where } = checkSettings([{ name: 'where', type: 'filter', required: true }], { where: input.where });
  if (checkOf(where, table, registry) === null) throw inputInvalid({ where: 'names a field that does not exist' });
  return { ...common, where };
}

/** @param {unknown} input @param {Scope} scope @param {Table} table @returns {import('@plinth/plugin').Index[]} */
export function checkIndexes(input, { registry }, table) {
  if (!Array.isArray(input)) throw inputInvalid({ indexes: 'must be a list' });
  return input.map((entry) => {
    onlyKeys('an index', entry, ['id', 'kind', 'fields']);
    const kind = entry.kind ?? null;
    if (kind === 'search') return checkSearchIndex(entry, registry, table);
    if (kind !== null) throw inputInvalid({ kind: 'must be "search" or left out' });
    return checkIndex(entry, registry, table);
  });
}

/** @param {Values} entry @param {Scope['registry']} registry @param {Table} table */
function checkSearchIndex({ id, fields }, registry, table) {
  const searched = searchedFields(table, registry).map(({ name }) => name);
  if (!Array.isArray(fields) || fields.length === 0 || fields.length > LIMITS.searchedFields)
    throw inputInvalid({ fields: phrase`must list 1 to ${LIMITS.searchedFields} fields` });
  if (new Set(fields).size !== fields.length) throw inputInvalid({ fields: 'names a field twice' });
  for (const name of fields) {
    if (!searched.includes(table.field(String(name)).name))
      throw inputInvalid({
        fields: phrase`"${table.field(String(name)).label}" has no text to search`,
      });
  }
  return { id: knownId(id, table.indexes), kind: /** @type {const} */ ('search'), fields: fields.map(String) };
}

/** @param {Values} entry @param {Scope['registry']} registry @param {Table} table */
function checkIndex(entry, registry, table) {
  const fields = checkColumns(entry.fields, table, registry, 'fields');
  for (const name of fields) {
    const field = table.field(name);
    const { traits, label } = field;
    // PostgreSQL refuses rows whose indexed value is longer than about 2,700 bytes.
    if (traits.value === 'text' && traits.isLong)
      throw inputInvalid({ fields: phrase`"${label}" is too long for an index` });
    if (fields.length > 1 && (traits.expression === 'json' || traits.isMany || isFileList(field)))
      throw inputInvalid({ fields: phrase`"${label}" can only be indexed on its own` });
  }
  return { id: knownId(entry.id, table.indexes), fields };
}

/**
 * Known ids that the caller sends back stay; anything else gets a new one.
 *
 * @param {unknown} id @param {readonly { id: string }[]} known
 */
function knownId(id, known) {
  return known.some((entry) => entry.id === id) ? /** @type {string} */ (id) : uuidv7();
}

/** @param {unknown} fields @param {Table} table @param {Scope['registry']} registry @param {string} key */
function checkColumns(fields, table, registry, key) {
  if (!Array.isArray(fields) || fields.length === 0 || fields.length > LIMITS.indexFields)
    throw inputInvalid({ [key]: phrase`must list 1 to ${LIMITS.indexFields} fields` });
  if (new Set(fields).size !== fields.length) throw inputInvalid({ [key]: 'names a field twice' });
  for (const name of fields) {
    const field = table.field(String(name));
    if (registry.fieldType(field.type).storage === 'column' && (!field.formula || field.stored)) continue;
    throw new AppError('FIELD_HAS_NO_COLUMN', phrase`"${field.label}" is not stored in a column`, {
      status: 422,
      hint: 'Choose fields with a single value',
    });
  }
  return fields.map(String);
}
