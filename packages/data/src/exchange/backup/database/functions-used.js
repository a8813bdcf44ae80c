import { backupUnsafe } from '../errors.js';

/** What changes nothing but a sequence, or gives an id, a time or a random number. */
const HARMLESS = [
  ...['clock_timestamp', 'gen_random_uuid', 'nextval', 'random', 'timeofday'],
  ...['uuid_v7', 'uuidv4', 'uuidv7'],
];

/**
 * Refuses a database in which the expressions of tables (defaults, checks, calculated columns, indexes) call a function
 * that may do something: such an expression would run with every row that is written later.
 *
 * @param {import('pg').Client} client
 * @throws {import('@plinth/plugin').AppError} BACKUP_UNSAFE
 */
export async function refuseCode(client) {
  const { rows } = await client.query(CALLS, [HARMLESS]);
  if (rows.length > 0) throw backupUnsafe(rows[0].what, rows[0].name);
}

/** The ids of functions stand in the trees that the server keeps of expressions. */
const CALLS = `
  with tables as (
    select c.oid, n.nspname || '.' || c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('app', 'plinth_trash')
  ), trees as (
    select t.name, d.adbin::text as tree from tables t join pg_attrdef d on d.adrelid = t.oid
    union all
    select t.name, k.conbin::text from tables t join pg_constraint k on k.conrelid = t.oid and k.conbin is not null
    union all
    select t.name, concat(i.indexprs::text, i.indpred::text) from tables t join pg_index i on i.indrelid = t.oid
  )
  select t.name as what, p.oid::regprocedure::text as name
    from trees t
   cross join lateral regexp_matches(t.tree, ':(?:funcid|opfuncid|aggfnoid|winfnoid) (\\d+)', 'g') as m (ids)
    join pg_proc p on p.oid = m.ids[1]::oid
   where p.provolatile = 'v' and p.proname <> all ($1)
   limit 1`;
