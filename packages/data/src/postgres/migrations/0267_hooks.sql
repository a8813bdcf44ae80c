-- The address and secret of each trigger that a webhook starts. They belong to this installation: apps are exported
-- without them.
create table plinth.hooks (
  trigger_id uuid primary key,
  address    text not null unique,
  -- Needed to check signatures, so it is stored as it is; it is shown once.
  secret     text,
  made_at    timestamptz,
  -- Calls with a wrong signature or secret.
  refused    bigint not null default 0,
  refused_at timestamptz
);

-- Signatures that were accepted within the replay window.
create table plinth.hook_proofs (
  trigger_id uuid not null,
  proof      text not null,
  at         timestamptz not null default now(),
  primary key (trigger_id, proof)
);
create index hook_proofs_at on plinth.hook_proofs (at);
