-- Tells every Plinth on this database when somebody changes tables by SQL: alter table, renaming, dropping. Event triggers
-- need a superuser (or what a hosted server has in place of one). Plinth installs them itself where it may. Elsewhere:
--   psql --single-transaction --file schema-events.sql <the database, as a superuser>
-- The schema belongs to whoever runs this, so that the owner of Plinth's tables can't change what a superuser's own
-- DDL would run.
create schema if not exists plinth_events;

create or replace function plinth_events.tell_schema_change() returns event_trigger
language plpgsql set search_path = pg_catalog as $$
begin
  -- Edits in Plinth tell of themselves.
  if current_setting('plinth.own_ddl', true) = 'on' then
    return;
  end if;
  if tg_event = 'sql_drop' then
    if not exists (
      select from pg_event_trigger_dropped_objects()
       where not is_temporary
         and (schema_name = 'app' and object_type in ('table', 'table column', 'policy')
              or object_type = 'schema' and object_name = 'app')
    ) then
      return;
    end if;
  elsif not exists (
    select from pg_event_trigger_ddl_commands()
     where schema_name is distinct from 'pg_temp'
       -- What is altered may have been in schema app before.
       and (schema_name = 'app' or tg_tag not in ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO'))
  ) then
    return;
  end if;
  perform pg_logical_emit_message(true, 'plinth_schema', ''::text);
  perform pg_notify('plinth_changes', 'schema ' || pg_current_xact_id()::text);
end
$$;

drop event trigger if exists plinth_schema_changed;
create event trigger plinth_schema_changed on ddl_command_end
  when tag in ('ALTER TABLE', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER SCHEMA', 'ALTER TYPE',
               'ALTER DOMAIN', 'CREATE POLICY', 'ALTER POLICY')
  execute function plinth_events.tell_schema_change();
alter event trigger plinth_schema_changed enable always;

drop event trigger if exists plinth_schema_dropped;
create event trigger plinth_schema_dropped on sql_drop
  execute function plinth_events.tell_schema_change();
alter event trigger plinth_schema_dropped enable always;

-- By it Plinth knows that this is the newest version of these statements.
comment on event trigger plinth_schema_dropped is 'plinth 1';
