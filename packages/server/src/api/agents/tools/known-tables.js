/** @import { Table } from '@plinth/plugin' */
/** @import { ToolContext } from '../types.d.ts' */
import { accessLevel, readableField } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';

/** @typedef {'read' | 'create' | 'update' | 'delete'} Right */
/** @type {readonly Right[]} */
const RIGHTS = ['read', 'create', 'update', 'delete'];

/** What the caller may do with a table, one word for each right. @param {ToolContext} context @param {Table} table */
export function rightsOn({ actor }, table) {
  return Object.fromEntries(RIGHTS.map((right) => [right, accessLevel(actor, table, right)]));
}

/**
 * Tables with which the caller may do something of a kind.
 *
 * @param {ToolContext} context
 * @param {Right} [right] any, if left out
 */
export function tablesFor(context, right) {
  const { catalog, actor } = context;
  const wanted = right ? [right] : RIGHTS;
  return catalog.tables.filter(
    (table) => !table.system && wanted.some((one) => accessLevel(actor, table, one) !== 'none'),
  );
}

/**
 * A table that the caller may know about; for others, it does not exist.
 *
 * @param {ToolContext} context @param {string} name @param {Right} [right]
 */
export function tableOf(context, name, right) {
  const table = tablesFor(context, right).find((one) => one.name === name);
  if (table) return table;
  throw new AppError('TABLE_NOT_FOUND', phrase`There is no table "${name}"`, {
    status: 404,
    hint: 'The tool list_tables lists the tables',
  });
}

/** Fields that the caller may read. @param {ToolContext} context @param {Table} table */
export function fieldsOf({ app, actor }, table) {
  return table.fields.filter(
    (field) => app.registry.has('fieldType', field.type) && readableField(actor, table, field),
  );
}

/** The argument that names a table. @param {ToolContext} context @param {Right} [right] */
export function tableArgument(context, right) {
  return { type: 'string', enum: tablesFor(context, right).map(({ name }) => name), description: 'Name of the table' };
}
