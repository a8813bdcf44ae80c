/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Scope, Type } from '../types.d.ts' */

/** @param {NonNullable<Field['traits']['expression']>} name @returns {Type} */
const typeNamed = (name) => (name === 'list' ? { name, of: { name: 'text' } } : { name });

/** Whether a field points at any number of rows. @param {Field} field */
const pointsAtMany = ({ traits }) => traits.value === 'reference' && traits.isMany;

/**
 * The expression type of a field; null if fields of this type can't be used.
 *
 * @param {Field} field @param {Scope['catalog']} catalog
 * @returns {Type | null}
 */
export function typeOfField(field, catalog) {
  if (pointsAtMany(field)) return field.target ? { name: 'rows', table: field.target } : null;
  if (field.auto === 'id') return { name: field.traits.isKey ? 'id' : 'int' };
  if (field.target === 'files') return field.attributes?.several ? null : { name: 'id' };
  if (field.target) return catalog.hasTable(field.target) ? { name: 'row', table: field.target } : null;
  const { expression } = field.traits;
  return expression === null ? null : typeNamed(expression);
}

/**
 * A variable with these members, such as `event` in the steps of a trigger.
 *
 * @param {readonly import('@plinth/plugin').EventField[]} fields
 * @returns {Type}
 */
export const recordType = (fields) => ({
  name: 'record',
  of: Object.fromEntries(fields.map(({ name, type }) => [name, { name: type }])),
  labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
});

/**
 * What represents a row of a table if a single value is needed.
 *
 * @param {string} table @param {Scope['catalog']} catalog
 * @returns {Type}
 */
export function keyType(table, catalog) {
  return { name: catalog.table(table).key === 'uuid' ? 'id' : 'int' };
}

/**
 * Names that can follow the dot after a row: its fields, and the rows of other tables that refer to it. Those have
 * their table's name, or `<table>_<field>` if several fields of a table refer to this one.
 *
 * @param {Table} table @param {Scope['catalog']} catalog
 * @returns {Map<string, { type: Type, label: string }>}
 */
export function membersOf(table, catalog) {
  /** @type {Map<string, { type: Type, label: string }>} */
  const members = new Map();
  const children = catalog.children(table.name).filter(({ field }) => !pointsAtMany(field));
  /** @type {Map<Table, number>} Every table refers to users. */
  const ways = new Map();
  for (const child of children) ways.set(child.table, (ways.get(child.table) ?? 0) + 1);
  for (const { table: child, field } of children) {
    /** @type {Type} */
    const type = { name: 'rows', table: child.name };
    if (ways.get(child) === 1) members.set(child.name, { type, label: child.label });
    members.set(`${child.name}_${field.name}`, { type, label: `${child.label}: ${field.label}` });
  }
  // A field takes precedence over a table of the same name.
  for (const field of table.fields) {
    const type = typeOfField(field, catalog);
    if (type) members.set(field.name, { type, label: field.label });
  }
  return members;
}

/**
 * The field of another table that defines a child list.
 *
 * @param {Table} table @param {string} name as returned by membersOf @param {Scope['catalog']} catalog
 * @returns {{ table: Table, field: Field } | null} null: the name is a field of the table itself
 */
export function childOf(table, name, catalog) {
  if (table.hasField(name)) return null;
  const children = catalog.children(table.name).filter(({ field }) => !pointsAtMany(field));
  return (
    children.find((child) => `${child.table.name}_${child.field.name}` === name) ??
    children.find((child) => child.table.name === name) ??
    null
  );
}

/**
 * The profile table of users, and the field that refers to them.
 *
 * @param {Scope['catalog']} catalog
 * @returns {{ table: Table, field: Field } | null}
 */
export function profileOf(catalog) {
  return catalog.children('users').find(({ table, field }) => table.person === field.name) ?? null;
}

/** The profile fields of users that are stored in a column. @param {Scope['catalog']} catalog */
function profileFields(catalog) {
  const profile = profileOf(catalog);
  const fields = profile?.table.fields ?? [];
  return fields.filter((field) => field.auto === null && field.name !== profile?.field.name);
}

/**
 * What is known about the current user.
 *
 * @param {Scope['catalog']} catalog
 * @returns {Map<string, { type: Type, label: string }>}
 */
export function membersOfUser(catalog) {
  /** @type {Map<string, { type: Type, label: string }>} */
  const members = new Map([
    ['roles', { type: { name: 'list', of: { name: 'text' } }, label: 'Roles' }],
    ['groups', { type: { name: 'list', of: { name: 'text' } }, label: 'Groups' }],
    ['signedIn', { type: { name: 'bool' }, label: 'Signed in' }],
  ]);
  for (const field of catalog.table('users').fields) {
    const type = typeOfField(field, catalog);
    if (type && type.name !== 'rows') members.set(field.name, { type, label: field.label });
  }
  for (const field of profileFields(catalog)) {
    const type = typeOfField(field, catalog);
    // Fields that every user has come first.
    if (type && type.name !== 'rows' && !members.has(field.name)) members.set(field.name, { type, label: field.label });
  }
  return members;
}

/**
 * The profile that a field of the user is in; null if every user has it.
 *
 * @param {string} name @param {Scope['catalog']} catalog
 */
export function profileWith(name, catalog) {
  if (['roles', 'groups', 'signedIn'].includes(name) || catalog.table('users').hasField(name)) return null;
  const profile = profileOf(catalog);
  return profile?.table.hasField(name) ? profile : null;
}
