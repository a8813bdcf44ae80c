-- The deletions of a table, newest first: what an admin looks through to bring a row back.
create index row_history_deleted on plinth.row_history (table_id, id) where operation = 'delete';
