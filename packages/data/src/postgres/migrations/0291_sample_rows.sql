-- Rows that come with an app, or that an edit fills in, start no triggers: a mail for each sample row would be a surprise.
create or replace function plinth.note_trigger_run() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set intervalstyle = 'postgres'
as $$
declare
  path   uuid[] := coalesce(nullif(current_setting('plinth.chain', true), ''), '{}')::uuid[];
  cause  uuid := coalesce(nullif(current_setting('plinth.actor', true), ''), nullif(current_setting('plinth.user', true), ''))::uuid;
  before jsonb;
begin
  if current_setting('plinth.own_ddl', true) = 'on' then return null; end if;
  if tg_op <> 'INSERT' then
    select jsonb_object_agg(key, case jsonb_typeof(value) when 'number' then to_jsonb(value #>> '{}') else value end)
      into before
      from jsonb_each(to_jsonb(old));
  end if;
  insert into plinth.trigger_runs (trigger_id, event, row_key, old, caused_by, chain, state, done_at, error)
  select tg_argv[0]::uuid, lower(tg_op), case tg_op when 'DELETE' then old.id::text else new.id::text end, before, cause, path,
         case when cardinality(path) >= 5 then 'failed' else 'waiting' end,
         case when cardinality(path) >= 5 then now() end,
         case when cardinality(path) >= 5 then jsonb_build_object('code', 'TRIGGER_LOOP') end;
  return null;
end
$$;
