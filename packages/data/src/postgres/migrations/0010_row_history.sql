-- What happened to the rows of tables whose history is on, written by the data layer in the statement that did it.
-- Values are keyed by the stable ids of their fields, so that they survive renames and a dropped field that comes back.
create table plinth.row_history (
  id        uuid primary key default plinth.uuid_v7(),
  table_id  uuid not null,
  row_key   text not null,
  operation text not null check (operation in ('insert', 'update', 'delete')),
  at        timestamptz not null default now(),
  -- No foreign key: who did it stays known when the user is gone.
  user_id   uuid,
  -- Of an update only what changed.
  before    jsonb,
  after     jsonb
);
create index row_history_row on plinth.row_history (table_id, row_key, id);
