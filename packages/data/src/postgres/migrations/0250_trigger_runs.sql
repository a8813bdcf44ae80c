-- Each start of a trigger is a row that the change itself writes, so it is there exactly if the change is.
create table plinth.trigger_runs (
  id         uuid primary key default plinth.uuid_v7(),
  trigger_id uuid not null,
  -- 'insert', 'update', 'delete', 'schedule', 'again'.
  event      text not null,
  row_key    text,
  -- The row before the change, by column; of a deleted row, its last values.
  old        jsonb,
  caused_by  uuid,
  -- The triggers that led here, the first one first.
  chain      uuid[] not null default '{}',
  state      text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- Steps before it are done.
  next_step  integer not null default 0,
  attempts   integer not null default 0,
  created_at timestamptz not null default now(),
  due_at     timestamptz not null default now(),
  started_at timestamptz,
  done_at    timestamptz,
  -- What became of each step.
  steps      jsonb not null default '[]',
  error      jsonb
);
create index trigger_runs_due on plinth.trigger_runs (due_at, id) where state = 'waiting';
create index trigger_runs_of on plinth.trigger_runs (trigger_id, id);
create index trigger_runs_done on plinth.trigger_runs (done_at) where done_at is not null;

-- What is to be remembered of a trigger between its runs.
create table plinth.trigger_states (
  trigger_id uuid primary key,
  -- Failed runs since the last one that succeeded.
  failures   integer not null default 0,
  alerted_at timestamptz,
  next_at    timestamptz
);

-- Called by the database's triggers that an edit creates for a trigger of the Catalog; its id is the argument. It runs as
-- the owner, because the writer may have no right to this schema. Numbers are kept as text, since JSON in JavaScript would
-- round them.
create function plinth.note_trigger_run() returns trigger
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
