-- What one person did at once (a form, a bulk edit, a pasted block) is one change, with an id of its own, and can be undone
-- as a whole. Rows that were deleted with it, and relations that were emptied, are found by `deletion`, which has the same id.
alter table plinth.row_history add column change uuid;
create index row_history_change on plinth.row_history (change, id) where change is not null;
