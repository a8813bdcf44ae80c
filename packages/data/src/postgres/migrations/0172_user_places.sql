-- What somebody has starred or opened: pages, views, and rows (the table's id and the row's key). Whether it is still
-- there and may be opened is asked when it is shown.
create table plinth.user_places (
  user_id    uuid not null references plinth.users (id) on delete cascade,
  object_id  uuid not null,
  row_key    text not null default '',
  starred_at timestamptz,
  seen_at    timestamptz,
  primary key (user_id, object_id, row_key)
);
