-- The document that a run began with, by the hash of its content: a run ends as it began, whatever becomes of the workflow.
create table plinth.workflow_versions (
  hash        text primary key,
  workflow_id uuid not null,
  document    jsonb not null,
  created_at  timestamptz not null default now()
);

create table plinth.workflow_runs (
  id           uuid primary key default plinth.uuid_v7(),
  workflow_id  uuid not null,
  version      text not null references plinth.workflow_versions (hash),
  row_key      text,
  variables    jsonb not null default '{}',
  -- Outcomes of tasks and bodies of webhooks, by step.
  results      jsonb not null default '{}',
  -- 'running': a step is due; 'waiting': for a time, a row, a person or another run.
  state        text not null default 'running' check (state in ('running', 'waiting', 'done', 'failed', 'cancelled')),
  -- What it is doing: its steps, taking back what it did, or what is to happen after a failure.
  phase        text not null default 'steps' check (phase in ('steps', 'undo', 'onError')),
  -- How it ends once everything is taken back.
  ends_as      text check (ends_as in ('failed', 'cancelled')),
  -- Tokens of an earlier epoch are void.
  epoch        integer not null default 0,
  caused_by    uuid,
  -- The triggers and workflows that led here, the first one first.
  chain        uuid[] not null default '{}',
  -- The token of the run that waits for this one.
  parent_token uuid,
  is_test      boolean not null default false,
  -- The addresses of its webhooks are made from it.
  secret       uuid not null default gen_random_uuid(),
  result       text,
  error        jsonb,
  -- The tokens as they were when it failed, to go on from there.
  left_at      jsonb,
  created_at   timestamptz not null default now(),
  done_at      timestamptz
);
create index workflow_runs_of on plinth.workflow_runs (workflow_id, id);
create index workflow_runs_open on plinth.workflow_runs (workflow_id) where done_at is null;
create index workflow_runs_done on plinth.workflow_runs (done_at) where done_at is not null;
create index workflow_runs_version on plinth.workflow_runs (version);

-- One for each path that a run is on.
create table plinth.workflow_tokens (
  id         uuid primary key default plinth.uuid_v7(),
  run_id     uuid not null references plinth.workflow_runs (id) on delete cascade,
  epoch      integer not null,
  -- The token that waits for this one: of the parallel step around it.
  parent_id  uuid,
  -- The step that is next, or in which it waits, such as 'steps/1/branches/0/steps/2'.
  path       text not null,
  -- The list of steps at whose end it ends.
  root       text not null,
  phase      text not null default 'enter' check (phase in ('enter', 'resume', 'ended')),
  -- Loops around the step, and what the step has to remember.
  data       jsonb not null default '{}',
  waits      text check (waits in ('time', 'row', 'webhook', 'task', 'run', 'branches', 'retry')),
  -- Null: only something else goes on with it.
  due_at     timestamptz default now(),
  attempts   integer not null default 0,
  -- Of a condition about a row.
  table_id   uuid,
  row_key    text,
  -- Hash of the address that goes on with it.
  hook       text,
  children   integer not null default 0,
  -- The step that is next reaches outside of the database, so the run is not locked meanwhile.
  is_outside boolean not null default false
);
create index workflow_tokens_due on plinth.workflow_tokens (due_at, id) where due_at is not null;
create index workflow_tokens_of on plinth.workflow_tokens (run_id);
create index workflow_tokens_row on plinth.workflow_tokens (table_id, row_key) where waits = 'row';
create unique index workflow_tokens_hook on plinth.workflow_tokens (hook) where hook is not null;

-- What became of each step.
create table plinth.workflow_steps (
  id         bigint generated always as identity primary key,
  run_id     uuid not null references plinth.workflow_runs (id) on delete cascade,
  path       text not null,
  step       text not null,
  kind       text not null,
  -- The loops around it.
  data       jsonb,
  state      text not null check (state in ('done', 'skipped', 'failed', 'waiting', 'cancelled')),
  attempt    integer not null default 1,
  started_at timestamptz not null default clock_timestamp(),
  done_at    timestamptz,
  ms         integer,
  input      jsonb,
  output     jsonb,
  error      jsonb,
  by         uuid,
  -- Whether what it did can be taken back, or was.
  undo       text check (undo in ('open', 'done'))
);
create index workflow_steps_of on plinth.workflow_steps (run_id, id);
create index workflow_steps_undo on plinth.workflow_steps (run_id, id desc) where undo = 'open';

-- What a workflow asks a person to decide.
create table plinth.tasks (
  id           uuid primary key default plinth.uuid_v7(),
  run_id       uuid not null references plinth.workflow_runs (id) on delete cascade,
  token_id     uuid not null,
  workflow_id  uuid not null,
  step         text not null,
  title        text not null,
  text         text not null default '',
  table_id     uuid,
  row_key      text,
  user_id      uuid,
  role_id      uuid,
  form         jsonb not null default '[]',
  outcomes     jsonb not null,
  may_delegate boolean not null default true,
  state        text not null default 'open' check (state in ('open', 'decided', 'expired', 'cancelled')),
  created_at   timestamptz not null default now(),
  due_at       timestamptz,
  -- When it was found that nobody can decide it, so that admins may.
  orphaned_at  timestamptz,
  outcome      text,
  comment      text,
  values       jsonb,
  decided_by   uuid,
  decided_at   timestamptz,
  -- Delegations and escalations: [{ what, by, from, to, at, note }].
  history      jsonb not null default '[]'
);
create index tasks_of_user on plinth.tasks (user_id, id) where state = 'open';
create index tasks_of_role on plinth.tasks (role_id, id) where state = 'open';
create index tasks_decided on plinth.tasks (decided_by, id) where decided_by is not null;
create index tasks_of_run on plinth.tasks (run_id);
