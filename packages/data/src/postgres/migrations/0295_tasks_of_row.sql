-- The address of the reader's task about a row, and their list of those about it.
create index tasks_of_row on plinth.tasks (table_id, row_key) where table_id is not null;
