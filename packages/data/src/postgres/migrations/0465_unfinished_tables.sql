-- Tables that an import is making. Whoever makes one holds an advisory lock on its id meanwhile, so one whose lock is free
-- belongs to a process that is gone: the table is taken back.
create table plinth.unfinished_tables (
  id       uuid primary key,
  table_id uuid not null,
  -- The version of the Catalog that brought it: whatever came later is somebody's work on it.
  version  integer not null,
  user_id  uuid
);
