-- What people say about rows of tables whose comments are on. The key begins with the row, so that a change tells which
-- row's comments it is about. No foreign keys: comments outlive their row and come back with it, and stay when their
-- author is gone.
create table plinth.comments (
  table_id   uuid not null,
  row_key    text not null,
  id         uuid not null default plinth.uuid_v7(),
  user_id    uuid not null,
  -- Markdown; @{uuid} stands for a person.
  text       text not null,
  created_at timestamptz not null default now(),
  edited_at  timestamptz,
  primary key (table_id, row_key, id)
);
