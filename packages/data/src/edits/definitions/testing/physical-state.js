/** @import { Database } from '../../../postgres/database/database.js' */

/**
 * Everything in schema app as PostgreSQL sees it: columns, constraints, indexes. The order of columns does not matter,
 * since a restored column comes last.
 *
 * @param {Pick<Database, 'query'>} db
 */
export async function physicalState(db) {
  const columns = await db.query(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
           nullif(a.attcollation, 0)::regcollation::text as collation,
           pg_get_expr(d.adbin, d.adrelid) as value, a.attidentity as identity
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'app'::regnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attnum > 0 and not a.attisdropped
     order by 1, 2`);
  const constraints = await db.query(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'app'::regnamespace and contype <> 'n'
     order by 1, 2`);
  const indexes = await db.query(`select indexdef as definition from pg_indexes where schemaname = 'app' order by 1`);
  return { columns: columns.rows, constraints: constraints.rows, indexes: indexes.rows };
}

/** All rows of all tables of schema app, by table. @param {Pick<Database, 'query'>} db */
export async function allRows(db) {
  const tables = await db.query(
    `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r' order by 1`,
  );
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const { name } of tables.rows) {
    const { rows } = await db.query(`select to_jsonb(t) as row from app."${name}" as t`);
    found[name] = rows.map(({ row }) => JSON.stringify(Object.fromEntries(Object.entries(row).sort()))).sort();
  }
  return found;
}
