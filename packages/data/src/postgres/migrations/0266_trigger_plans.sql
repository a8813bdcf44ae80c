-- What a trigger that starts by the clock remembers. `plan` says what `next_at` was planned for: if the settings of the
-- trigger differ, it is planned anew from then on.
alter table plinth.trigger_states
  add column plan    text,
  -- Times of rows before it have been looked at.
  add column seen_at timestamptz,
  -- What a source of a plugin keeps between two looks.
  add column memory  jsonb;
create index trigger_states_next on plinth.trigger_states (next_at) where next_at is not null;

-- The time of a row that a trigger was last started for, so that each is reached once.
create table plinth.trigger_times (
  trigger_id uuid not null,
  row_key    text not null,
  at         timestamptz not null,
  primary key (trigger_id, row_key)
);
