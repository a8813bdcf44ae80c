-- Entries of a table that are older than its limit are found without looking at those that stay.
create index row_history_age on plinth.row_history (table_id, id);
