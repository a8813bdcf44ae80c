-- The revisions by which an import made its table, views and page, first to last: undone again, they remove what it made.
alter table plinth.imports add column made jsonb;
