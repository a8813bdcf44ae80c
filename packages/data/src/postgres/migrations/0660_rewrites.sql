-- What is made of a large table ahead of an edit: a second column with converted values, indexes, checks. One at a time for
-- each table. made: names of indexes and constraints, to be taken away if the edit does not take them.
create table plinth.rewrites (
  id       uuid primary key,
  table_id uuid not null unique,
  field_id uuid,
  stage    text not null default 'reading',
  done     bigint not null default 0,
  total    bigint not null,
  made     jsonb not null,
  stopped  boolean not null default false,
  since    timestamptz not null default now()
);
