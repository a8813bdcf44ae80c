-- What happened, for runs that no change of a row started: the members of `event` in expressions.
alter table plinth.trigger_runs add column details jsonb;

-- Starts a trigger in the transaction of what happened. Like changes of rows, it continues the chain of the run that the
-- transaction belongs to, which ends after five.
create function plinth.start_trigger(trigger uuid, what text, key text, given jsonb, cause uuid, at timestamptz) returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  path    uuid[] := coalesce(nullif(current_setting('plinth.chain', true), ''), '{}')::uuid[];
  is_loop boolean := cardinality(path) >= 5;
  run     uuid;
begin
  insert into plinth.trigger_runs (trigger_id, event, row_key, details, caused_by, chain, due_at, state, done_at, error)
  values (trigger, what, key, given, cause, path, at, case when is_loop then 'failed' else 'waiting' end,
          case when is_loop then now() end, case when is_loop then jsonb_build_object('code', 'TRIGGER_LOOP') end)
  returning id into run;
  return run;
end
$$;
