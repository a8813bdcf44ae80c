-- Who may never decide a task, such as the person who asked for it.
alter table plinth.tasks add column not_by uuid;
-- Tasks that end with the row they are about are woken by its changes.
create index workflow_tokens_task_row on plinth.workflow_tokens (table_id, row_key) where waits = 'task' and table_id is not null;
