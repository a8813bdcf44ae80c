-- What an import added, so that it can be taken back as a whole. An import without finished_at was broken off, or is
-- still running.
create table plinth.imports (
  id          uuid primary key default plinth.uuid_v7(),
  table_id    uuid not null,
  user_id     uuid,
  inserted    bigint not null default 0,
  started_at  timestamptz not null default now(),
  finished_at timestamptz,
  undone_at   timestamptz
);
create index imports_table on plinth.imports (table_id, started_at desc);

-- Keys of the rows of one statement, as JSON texts.
create table plinth.import_rows (
  import uuid not null references plinth.imports on delete cascade,
  batch  integer not null,
  ids    jsonb not null,
  primary key (import, batch)
);
