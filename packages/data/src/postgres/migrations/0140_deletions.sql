-- What one call deleted is one deletion: its rows, those that went with them, and the relations that it emptied. It can be
-- taken back as a whole. `taken_by` is the entry of the row whose deletion took this one with it.
alter table plinth.row_history add column deletion uuid, add column taken_by uuid;
create index row_history_deletion on plinth.row_history (deletion) where deletion is not null;
create index row_history_taken on plinth.row_history (taken_by, table_id, id) where taken_by is not null;
