-- The identity of people, here because every table's created_by points at it. The people part adds the rest.
create table plinth.users (
  id         uuid primary key default plinth.uuid_v7(),
  name       text not null default '',
  email      text,
  created_at timestamptz not null default now()
);
