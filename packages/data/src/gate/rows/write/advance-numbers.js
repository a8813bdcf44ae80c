/** @import { Field, Registry, Table } from '@plinth/plugin' */
import { sequenceName } from '../../../catalog/schema/numbering.js';
import { tableSql } from '../../../postgres/sql/physical.js';
import { ident, sql } from '../../../postgres/sql/index.js';

/**
 * Lets a field's counter continue after the highest number, when rows came in that had theirs.
 *
 * @param {{ query(statement: unknown): Promise<unknown> }} on @param {Table} table @param {Field} field @param {Registry} registry
 */
export async function advanceNumbers(on, table, field, registry) {
  const numbering = registry.fieldType(field.type).numbering?.(field);
  if (!numbering) return;
  const highest = sql`(select max(${ident(field.name)}) as value from ${tableSql(table)}) m`;
  if (numbering.gapFree) {
    await on.query(
      sql`select plinth.raise_number(${field.id}::uuid, m.value) from ${highest} where m.value is not null`,
    );
    return;
  }
  const sequence = sequenceName(field.id);
  await on.query(sql`select setval(${sequence}::regclass, m.value) from ${highest}
    where m.value > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)`);
}
