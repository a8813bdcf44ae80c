/** @import { SequenceShape, TableShape } from '../types.d.ts' */
import { ident, sql, toStatement } from '../../../postgres/sql/index.js';

export const SCHEMAS = Object.freeze(['plinth', 'app', 'plinth_trash']);

/** Left out of a backup: what is over by the time it is restored, what is derived, and the record of backups itself. */
export const NO_ROWS = Object.freeze([
  'plinth.backups',
  'plinth.backup_schedule',
  'plinth.holds',
  'plinth.idempotent_answers',
  'plinth.presses',
  'plinth.login_attempts',
  'plinth.mails',
  'plinth.mail_attachments',
  'plinth.mail_papers',
  'plinth.migrations',
  'plinth.password_resets',
  'plinth.request_counts',
  'plinth.sessions',
  'plinth.stored_formulas',
]);

/** @param {{ schema: string, name: string }} table */
export const fullName = ({ schema, name }) => `${schema}.${name}`;

/** @typedef {{ query(text: string, values?: unknown[]): Promise<{ rows: any[] }> }} On */

/** The tables of Plinth and of its apps, without what is derived from metadata (triggers, policies). @param {On} on @returns {Promise<TableShape[]>} */
export async function readTables(on) {
  const { rows } = await on.query(TABLES, [SCHEMAS]);
  return rows.map(({ shape }) => shape);
}

/** @param {On} on @returns {Promise<SequenceShape[]>} */
export async function readSequences(on) {
  const { rows } = await on.query(SEQUENCES, [SCHEMAS]);
  const sequences = rows.map(({ shape }) => shape);
  for (const sequence of sequences) {
    const state = sql`select last_value::text as last, is_called as called from ${ident(sequence.schema, sequence.name)}`;
    const { rows: states } = await on.query(toStatement(state).text);
    Object.assign(sequence, states[0]);
  }
  return sequences;
}

/** What somebody else made in these schemas and Plinth can't make again. @param {On} on @returns {Promise<string[]>} */
export async function readLeftOut(on) {
  const { rows } = await on.query(LEFT_OUT);
  return rows.map(({ what }) => what);
}

const COLUMNS = `
  select coalesce(json_agg(json_build_object(
           'name', a.attname,
           'type', format_type(a.atttypid, a.atttypmod),
           'notNull', a.attnotnull,
           'collation', case when a.attcollation <> 0 and a.attcollation <> t.typcollation
                             then json_build_array(cn.nspname, co.collname) end,
           'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
           'identity', nullif(a.attidentity, ''),
           'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end
         ) order by a.attnum), '[]')
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    left join pg_collation co on co.oid = a.attcollation
    left join pg_namespace cn on cn.oid = co.collnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

const CONSTRAINTS = `
  select coalesce(json_agg(json_build_object(
           'name', k.conname, 'type', k.contype,
           'text', case k.contype when 'c' then pg_get_expr(k.conbin, k.conrelid) else pg_get_constraintdef(k.oid) end
         ) order by k.contype = 'f', k.conname), '[]')
    from pg_constraint k
   where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x') and k.conparentid = 0`;

const INDEXES = `
  select coalesce(json_agg(json_build_object('name', ic.relname, 'text', pg_get_indexdef(i.indexrelid))
           order by ic.relname), '[]')
    from pg_index i
    join pg_class ic on ic.oid = i.indexrelid
   where i.indrelid = c.oid and i.indisvalid
     and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)`;

const TABLES = `
  select json_build_object(
           'schema', n.nspname, 'name', c.relname, 'columns', (${COLUMNS}), 'constraints', (${CONSTRAINTS}),
           'indexes', (${INDEXES}), 'replicaIdentity', c.relreplident) as shape
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = any ($1) and c.relkind = 'r'
   order by n.nspname <> 'plinth', n.nspname, c.relname`;

const SEQUENCES = `
  select json_build_object(
           'schema', n.nspname, 'name', c.relname, 'type', format_type(s.seqtypid, null),
           'start', s.seqstart::text, 'increment', s.seqincrement::text, 'min', s.seqmin::text, 'max', s.seqmax::text,
           'cycle', s.seqcycle,
           'of', case when d.refobjid is not null then json_build_object(
                        'schema', tn.nspname, 'table', tc.relname, 'column', a.attname, 'identity', d.deptype = 'i') end
         ) as shape
    from pg_sequence s
    join pg_class c on c.oid = s.seqrelid
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_depend d on d.objid = c.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
                         and d.deptype in ('a', 'i') and d.refobjsubid > 0
    left join pg_class tc on tc.oid = d.refobjid
    left join pg_namespace tn on tn.oid = tc.relnamespace
    left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
   where n.nspname = any ($1)
   order by n.nspname, c.relname`;

const LEFT_OUT = `
  select case c.relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'f' then 'foreign table '
                        when 'p' then 'partitioned table ' else 'type ' end || n.nspname || '.' || c.relname as what
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'app' and c.relkind in ('v', 'm', 'f', 'p', 'c')
  union all
  select 'function app.' || p.proname from pg_proc p where p.pronamespace = to_regnamespace('app')
  union all
  select 'trigger ' || t.tgname || ' on app.' || c.relname
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
   where c.relnamespace = to_regnamespace('app') and not t.tgisinternal
     and t.tgname !~ '^((formula|on_change|before)_[0-9a-f]{32}|plinth_)'
   order by 1
   limit 50`;
