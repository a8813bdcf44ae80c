-- Steps that reach outside of the database are claimed alone, all others many at a time.
create index workflow_tokens_due_inside on plinth.workflow_tokens (due_at, id) where due_at is not null and not is_outside;
create index workflow_tokens_due_outside on plinth.workflow_tokens (due_at, id) where due_at is not null and is_outside;
drop index plinth.workflow_tokens_due;

-- A run that ends asks for the runs that it waits for.
create index workflow_runs_parent on plinth.workflow_runs (parent_token) where parent_token is not null and done_at is null;
