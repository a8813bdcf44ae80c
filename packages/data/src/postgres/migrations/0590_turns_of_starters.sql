-- Runs and mails are claimed in turn by whoever started them, so that ten thousand of one person don't hold up one of another.
alter table plinth.workflow_tokens add column starter uuid;
update plinth.workflow_tokens t set starter = r.caused_by from plinth.workflow_runs r where r.id = t.run_id;
create index trigger_runs_in_turn on plinth.trigger_runs
  ((coalesce(caused_by, '00000000-0000-0000-0000-000000000000'::uuid)), due_at, id) where state = 'waiting';
create index workflow_tokens_in_turn on plinth.workflow_tokens
  ((coalesce(starter, '00000000-0000-0000-0000-000000000000'::uuid)), due_at, id) where due_at is not null;
create index mails_in_turn on plinth.mails
  ((coalesce(caused_by, '00000000-0000-0000-0000-000000000000'::uuid)), due_at) where state in ('waiting', 'sending');
-- They were for claims in the order of time alone.
drop index plinth.workflow_tokens_due_inside;
drop index plinth.workflow_tokens_due_outside;
create index workflow_tokens_due on plinth.workflow_tokens (due_at) where due_at is not null;
