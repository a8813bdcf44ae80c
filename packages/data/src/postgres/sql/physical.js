/** @import { Constraint, Field, Table } from '@plinth/plugin' */
import { createHash } from 'node:crypto';
import { ident, tableNamed } from './index.js';

/** Longest name that Postgres keeps whole. */
const MAX_NAME = 63;
const FIELD_CONSTRAINT = /^field_([0-9a-f]{32})_(.+)$/;
const TABLE_CONSTRAINT = /^constraint_([0-9a-f]{32})$/;

/** Schema-qualified, quoted name of a table. @param {Pick<Table, 'name' | 'system'>} table */
export function tableSql(table) {
  return tableNamed(table.system ? 'plinth' : 'app', table.name);
}

/** The same for builders: "app.books". @param {Pick<Table, 'name' | 'system'>} table */
export const tableName = (table) => `${table.system ? 'plinth' : 'app'}.${table.name}`;

/** What the keys of a table are in SQL. @param {Pick<Table, 'key'>} table */
export const keyType = (table) => (table.key === 'uuid' ? 'uuid' : 'bigint');

/** A field's column, of the table or of an alias of it. @param {Table} table @param {Pick<Field, 'name'>} field @param {string} [alias] */
export function columnSql(table, field, alias) {
  return alias ? ident(alias, field.name) : ident(field.name);
}

/**
 * Where a field with storage `join` keeps its values: one row per pair.
 *
 * @param {Pick<Table, 'name'>} table @param {Pick<Field, 'name'>} field
 */
export function joinTable(table, field) {
  return {
    name: tableNamed('app', joinTableName(table.name, field.name)),
    source: ident('source'),
    target: ident('target'),
  };
}

/** @param {string} table @param {string} field */
export function joinTableName(table, field) {
  const name = `${table}_${field}`;
  if (name.length <= MAX_NAME) return name;
  return `${name.slice(0, MAX_NAME - 9)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/** @param {{ id: string }} index */
export const indexName = ({ id }) => `index_${hex(id)}`;

/** An id without its dashes, for names of constraints, indexes and kept data. @param {string} id */
export function hex(id) {
  return id.replaceAll('-', '');
}

/**
 * Which field or constraint of a table a violated Postgres constraint stands for.
 *
 * @param {Table} table @param {string | undefined} given `error.constraint`
 * @returns {{ kind: 'unique' | 'foreignKey' | 'check', field?: Field, constraint?: Constraint, check?: string } | null}
 */
export function explainConstraint(table, given) {
  // One that is made ahead of an edit (catalog/rewrites).
  const name = given?.replace(/^\$/, '');
  const ofField = FIELD_CONSTRAINT.exec(name ?? '');
  if (ofField) {
    const field = table.fields.find((candidate) => hex(candidate.id) === ofField[1]);
    const what = ofField[2];
    if (!field) return null;
    if (what === 'unique') return { kind: 'unique', field };
    if (what === 'fk' || what === 'target') return { kind: 'foreignKey', field };
    return { kind: 'check', field, check: what };
  }
  const ofTable = TABLE_CONSTRAINT.exec(name ?? '');
  const constraint = ofTable && table.constraints.find((candidate) => hex(candidate.id) === ofTable[1]);
  return constraint && (constraint.kind === 'unique' || constraint.kind === 'check')
    ? { kind: constraint.kind, constraint }
    : null;
}
