/** @import { Actor, Catalog, Field, Registry, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
import { isFileList } from '@plinth/plugin';
import { holdsFile } from '../../catalog/schema/held-files.js';
import { columnSql, tableSql } from '../../postgres/sql/physical.js';
import { roleIds } from '../../rules/rights/actors.js';
import { USER_PARAM, asCondition, isUnlimited, predicate, readableField } from '../../rules/rights/index.js';
import { ident, join, param, sql, tableNamed } from '../../postgres/sql/index.js';

/**
 * Condition on plinth.files for the files that an actor may have: their own uploads, files without a field that their
 * roles may have by themselves or through a folder, and every file in a row that they may read. Rows are searched
 * through the index of each file field. A token limited to some tables only reaches files of these tables.
 *
 * @param {{ catalog: Catalog, registry: Registry, actor: Actor }} context @param {string} alias
 * @returns {Fragment} with the parameter `user`
 */
export function readableFile({ catalog, registry, actor }, alias) {
  if (isUnlimited(actor)) return sql`true`;
  const { tables = null, operations = null } = actor.scope ?? {};
  const roles = roleIds(catalog, actor.roles);
  const conditions = [sql`false`];
  if (!tables && (operations?.includes('read') ?? true))
    conditions.push(sql`${ident(alias, 'role_ids')} && ${roles}::uuid[]`, inFolderOf(roles, alias));
  if (actor.userId !== null) {
    const mine = sql`${ident(alias, 'owner')} = ${param(USER_PARAM)}::uuid`;
    conditions.push(tables ? sql`(${mine} and ${uploadedFor(catalog, tables, alias)})` : mine);
  }
  for (const { table, field } of fileFields(catalog, registry)) {
    if (!readableField(actor, table, field)) continue;
    const rows = predicate(actor, table, 'read', 'r');
    if (rows === 'none') continue;
    conditions.push(sql`exists (select from ${tableSql(table)} r
      where ${holdsFile(table, field, 'r', ident(alias, 'id'))} and ${asCondition(rows)})`);
  }
  return sql`(${join(conditions, ' or ')})`;
}

/**
 * Files without a field in a folder, or below one, that one of these roles may have.
 *
 * @param {readonly string[]} roles ids @param {string} alias
 */
function inFolderOf(roles, alias) {
  const folder = ident(alias, 'folder');
  return sql`(${ident(alias, 'field_id')} is null and ${folder} <> '' and exists (select from ${tableNamed('plinth', 'file_folders')} d
    where d.role_ids && ${roles}::uuid[] and (d.path = ${folder} or starts_with(${folder}, d.path || '/'))))`;
}

/**
 * Whether any row holds a file, no matter who may read it.
 *
 * @param {Catalog} catalog @param {Registry} registry @param {string} alias
 */
export function heldFile(catalog, registry, alias) {
  const rows = fileFields(catalog, registry).map(
    ({ table, field }) =>
      sql`exists (select from ${tableSql(table)} r where ${holdsFile(table, field, 'r', ident(alias, 'id'))})`,
  );
  return rows.length > 0 ? sql`(${join(rows, ' or ')})` : sql`false`;
}

/**
 * Statements that remove a file from every list that holds it, as the foreign key does for single ones.
 *
 * @param {Catalog} catalog @param {Registry} registry @param {string} id
 */
export function takenFromLists(catalog, registry, id) {
  const lists = fileFields(catalog, registry).filter(({ field }) => isFileList(field));
  return lists.map(({ table, field }) => {
    const column = columnSql(table, field);
    return sql`update ${tableSql(table)} r set ${column} = nullif(array_remove(r.${column}, ${id}::uuid), '{}')
      where ${holdsFile(table, field, 'r', sql`${id}::uuid`)}`;
  });
}

/**
 * Uploads for fields of some tables.
 *
 * @param {Catalog} catalog @param {readonly string[]} names @param {string} alias
 */
function uploadedFor(catalog, names, alias) {
  const fields = names.flatMap((name) => (catalog.hasTable(name) ? catalog.table(name).fields : []));
  const ids = fields.filter(({ target }) => target === 'files').map(({ id }) => id);
  return sql`${ident(alias, 'field_id')} = any(${ids}::uuid[])`;
}

/** @param {Catalog} catalog @param {Registry} registry @returns {{ table: Table, field: Field }[]} */
export function fileFields(catalog, registry) {
  return catalog.tables.flatMap((table) =>
    table.fields
      .filter((field) => field.target === 'files' && registry.has('fieldType', field.type))
      .map((field) => ({ table, field })),
  );
}
