-- The time that a start which failed was planned for: `next_at` is when it is tried again.
alter table plinth.trigger_states add column planned_at timestamptz;
