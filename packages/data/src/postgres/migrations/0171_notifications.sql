-- What somebody should know of. Whether they may (still) read the row is asked when it is shown.
create table plinth.notifications (
  user_id  uuid not null references plinth.users (id) on delete cascade,
  id       uuid not null default plinth.uuid_v7(),
  kind     text not null,
  actor_id uuid,
  table_id uuid,
  row_key  text,
  -- The field of an assignment, the comment of a mention.
  about_id uuid,
  text     text not null default '',
  at       timestamptz not null default now(),
  read_at  timestamptz,
  primary key (user_id, id)
);
create index notifications_unread on plinth.notifications (user_id, id) where read_at is null;

-- Kinds that somebody does not want.
create table plinth.notification_settings (
  user_id uuid primary key references plinth.users (id) on delete cascade,
  muted   text[] not null default '{}'
);
