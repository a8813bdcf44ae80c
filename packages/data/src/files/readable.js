/** @import { Actor, Catalog, Field, Registry, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../sql/index.js' */
import { columnSql, tableSql } from '../catalog/physical.js';
import { USER_PARAM, asCondition, isUnlimited, predicate, readableField } from '../rights/index.js';
import { ident, join, param, sql } from '../sql/index.js';

/**
 * Which files an actor may have, as a condition on plinth.files under an alias: his own uploads, free files of his
 * roles, and every file that a row holds which he may read. Files are looked for by the index of each file field.
 *
 * @param {{ catalog: Catalog, registry: Registry, actor: Actor }} context @param {string} alias
 * @returns {Fragment} with the parameter `user`
 */
export function readableFile({ catalog, registry, actor }, alias) {
  if (isUnlimited(actor)) return sql`true`;
  const conditions = [sql`${ident(alias, 'roles')} && ${[...actor.roles]}::text[]`];
  if (actor.userId !== null) conditions.push(sql`${ident(alias, 'owner')} = ${param(USER_PARAM)}::uuid`);
  for (const { table, field } of fileFields(catalog, registry)) {
    if (!readableField(actor, table, field)) continue;
    const rows = predicate(actor, table, 'read', 'r');
    if (rows === 'none') continue;
    conditions.push(sql`exists (select from ${tableSql(table)} r
      where ${columnSql(table, field, 'r')} = ${ident(alias, 'id')} and ${asCondition(rows)})`);
  }
  return sql`(${join(conditions, ' or ')})`;
}

/** @param {Catalog} catalog @param {Registry} registry @returns {{ table: Table, field: Field }[]} */
export function fileFields(catalog, registry) {
  return catalog.tables.flatMap((table) =>
    table.fields
      .filter((field) => field.target === 'files' && registry.has('fieldType', field.type))
      .map((field) => ({ table, field })),
  );
}
