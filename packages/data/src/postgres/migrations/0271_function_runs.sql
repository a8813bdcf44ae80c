-- Calls of functions, for admins: every failure, and some of the successes.
create table plinth.function_runs (
  id          bigint generated always as identity primary key,
  function_id uuid not null references plinth.objects on delete cascade,
  started_at  timestamptz not null,
  ms          real not null,
  user_id     uuid,
  -- Null for a success.
  code        text,
  error       jsonb,
  logs        jsonb not null default '[]'
);
create index function_runs_of on plinth.function_runs (function_id, id);
create index function_runs_started on plinth.function_runs (started_at);
