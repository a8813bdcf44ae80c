-- Rows that an import changed, with their values before, so that they can be changed back.
alter table plinth.imports add column changed bigint not null default 0;
alter table plinth.import_rows add column changes jsonb not null default '[]';
-- For deleting imports older than their table's history.
create index imports_started on plinth.imports (started_at);
