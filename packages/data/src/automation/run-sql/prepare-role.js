/** @import { Database } from '../../postgres/database/database.js' */
import { AppError } from '@plinth/plugin';
import { READER } from '../../rules/rights/row-security/roles.js';
import { ident, sql } from '../../postgres/sql/index.js';

/** Its own schema, so that nothing else stands beside the function. */
const SCHEMA = 'plinth_sql';
/** Changes whenever the function does. */
const VERSION = '1';
/** Two processes may find it missing at the same time. */
const LOCK = 7_203_119;

/**
 * Runs one statement as the role that owns it. PostgreSQL lets nobody change the role inside of such a function, which
 * `set local role` would not prevent: `select set_config('role', 'none', true)` undoes that.
 * A cursor takes exactly one statement that returns rows.
 */
const FUNCTION = `create function ${SCHEMA}.run(statement text, given jsonb, most_rows integer, most_bytes integer)
  returns setof jsonb language plpgsql volatile security definer
  set search_path = app, pg_catalog, pg_temp as $run$
declare
  found record;
  line jsonb;
  lines integer := 0;
  bytes integer := 0;
begin
  for found in execute statement using given loop
    line := to_jsonb(found);
    lines := lines + 1;
    bytes := bytes + octet_length(line::text);
    if lines > most_rows or bytes > most_bytes then
      raise exception using errcode = 'PL413', message = 'too much';
    end if;
    return next line;
  end loop;
end
$run$`;

/**
 * The role and the function that statements run with, and the role's right to read all tables of apps, and only these.
 *
 * @param {Database} db @throws {AppError} SQL_UNAVAILABLE
 */
export async function prepareRole(db) {
  const { rows } = await db.query(sql`
    select obj_description(to_regprocedure(${`${SCHEMA}.run(text,jsonb,integer,integer)`}), 'pg_proc') as version,
           case when r.oid is not null then (select count(*)::int from pg_class c
             where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
               and not has_table_privilege(r.oid, c.oid, 'select')) end as unreadable,
           r.rolsuper or r.rolbypassrls or r.rolcreaterole or 
             pg_has_role(r.oid, (select oid from pg_roles where rolname = current_user), 'usage') as strong
      from (select 1) one left join pg_roles r on r.rolname = ${READER}`);
  const [{ version, unreadable, strong }] = rows;
  if (strong) throw unavailable(null);
  if (version === VERSION && unreadable === 0) return;
  try {
    await db.transaction(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
      if (version !== VERSION) for (const step of await setup(tx)) await tx.query(step);
      await tx.query(sql`grant usage on schema app to ${ident(READER)}`);
      await tx.query(sql`grant select on all tables in schema app to ${ident(READER)}`);
    });
  } catch (error) {
    throw unavailable(error);
  }
}

/** @param {{ query: Database['query'] }} tx */
async function setup(tx) {
  const { rows } = await tx.query(sql`select 1 from pg_roles where rolname = ${READER}`);
  const create = rows.length > 0 ? [] : [`create role ${READER} nologin`, `grant ${READER} to current_user`];
  return [
    ...create,
    `drop schema if exists ${SCHEMA} cascade`,
    `create schema ${SCHEMA}`,
    FUNCTION,
    `revoke all on function ${SCHEMA}.run from public`,
    `comment on function ${SCHEMA}.run is '${VERSION}'`,
    `do $$ begin execute format('grant execute on function ${SCHEMA}.run to %I', current_user); end $$`,
    `grant usage, create on schema ${SCHEMA} to ${READER}`,
    `alter function ${SCHEMA}.run owner to ${READER}`,
    `revoke create on schema ${SCHEMA} from ${READER}`,
  ];
}

/** @param {unknown} cause */
const unavailable = (cause) =>
  new AppError('SQL_UNAVAILABLE', 'SQL needs the database role "plinth_reader", and Plinth must be a member of it', {
    status: 422,
    cause,
    hint: 'As a superuser: create role plinth_reader nologin; grant plinth_reader to the role of DATABASE_URL. It must have no rights of its own',
  });

/** Its arguments: statement, values as JSON, most rows, most bytes. */
export const RUN = `select * from ${SCHEMA}.run($1, $2::jsonb, $3, $4)`;
