-- Filters of lists under a name: of one person, or shared with all who see the list (no owner). A view is known by its
-- id, which a rename keeps. `version` tells two people apart who change the same filter.
create table plinth.saved_filters (
  id         uuid primary key default plinth.uuid_v7(),
  view       uuid not null,
  owner      uuid references plinth.users on delete cascade,
  name       text not null check (char_length(name) between 1 and 80),
  query      text not null check (char_length(query) <= 2000),
  version    integer not null default 1,
  changed_by uuid references plinth.users on delete set null,
  changed_at timestamptz not null default now()
);
create unique index saved_filters_name
  on plinth.saved_filters (view, coalesce(owner, '00000000-0000-0000-0000-000000000000'), lower(name));
create index saved_filters_owner on plinth.saved_filters (owner);

-- How one person looks at a list: columns, row height, the filter that it opens with.
create table plinth.list_settings (
  user_id  uuid not null references plinth.users on delete cascade,
  view     uuid not null,
  settings jsonb not null check (pg_column_size(settings) < 20000),
  primary key (user_id, view)
);
