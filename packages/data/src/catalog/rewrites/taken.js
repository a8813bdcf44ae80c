/** @import { Table } from '@plinth/plugin' */
/** @import { DdlPlan, Prepared } from '../ddl/types.d.ts' */
/** @typedef {{ query: (query: any) => Promise<{ rows: any[] }> }} On */
import { quoteIdentifier, quoteLiteral, sql } from '../../postgres/sql/index.js';
import { hashOf } from './ahead.js';
import { removeSql } from './shadow-sql.js';
import { tableChanged } from './table-changed.js';

/**
 * The edit takes what was made ahead of it: from then on it belongs to the table.
 *
 * @param {DdlPlan} ddl @param {Prepared} prepared @returns {DdlPlan}
 * @throws TABLE_CHANGED: the edit needs something else by now
 */
export function takeRewrite(ddl, prepared) {
  const { rewrite } = ddl;
  if (!rewrite || hashOf(rewrite) !== prepared.hash) throw tableChanged();
  const taken = [
    { sql: `delete from plinth.rewrites where id = ${quoteLiteral(prepared.id)}` },
    { sql: `alter table ${rewrite.name} reset (autovacuum_enabled)` },
  ];
  return { ...ddl, steps: [...taken, ...ddl.steps] };
}

/** Another edit may have taken it away. @param {On} on @param {Prepared} prepared */
export async function refuseOther(on, { id }) {
  const { rows } = await on.query(sql`select from plinth.rewrites where id = ${id}::uuid and not stopped for update`);
  if (rows.length === 0) throw tableChanged();
}

/**
 * What is being made for another edit would not fit a table that changes: it is taken away, and that edit fails.
 *
 * @param {On} on @param {DdlPlan} ddl @param {readonly Table[]} tables @param {Prepared | null} prepared what stays
 * @returns {Promise<DdlPlan>}
 */
export async function withdrawOthers(on, ddl, tables, prepared) {
  const names = new Map(tables.map(({ id, name }) => [id, `"app".${quoteIdentifier(name)}`]));
  const touched = [...names].flatMap(([id, name]) => (ddl.locks.includes(name) ? [id] : []));
  if (touched.length === 0) return ddl;
  const { rows } = await on.query(sql`
    select id, table_id, field_id as field, made from plinth.rewrites
     where table_id = any (${touched}::uuid[]) and id is distinct from ${prepared?.id ?? null}::uuid`);
  const steps = rows.flatMap(({ id, table_id: table, field, made }) => {
    const name = /** @type {string} */ (names.get(table));
    return [
      ...removeSql(name, { field, made }),
      `alter table ${name} reset (autovacuum_enabled)`,
      `delete from plinth.rewrites where id = ${quoteLiteral(id)}`,
    ];
  });
  return { ...ddl, steps: [...steps.map((text) => ({ sql: text })), ...ddl.steps] };
}
