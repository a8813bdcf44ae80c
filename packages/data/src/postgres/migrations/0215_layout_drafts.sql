-- The builder's draft of a view or page, one per object, shared by all administrators. It refers to nothing: a draft
-- outlives the removal of its view, which can be undone. `base` is the published state that the draft began from, for
-- merging; `format` the version of the draft's shape. A draft that was published or discarded stays until the next one
-- begins, so that discarding can be undone and versions go on counting.
create table plinth.layout_drafts (
  object_id  uuid primary key,
  format     integer not null,
  version    integer not null,
  base       jsonb not null,
  draft      jsonb not null check (pg_column_size(draft) < 4000000),
  saved_by   uuid references plinth.users on delete set null,
  saved_at   timestamptz not null default now(),
  began_at   timestamptz not null default now(),
  ended      text check (ended in ('published', 'discarded')),
  ended_at   timestamptz
);

-- Links that show a draft to colleagues. Only the hash of a link's token is stored. A link ends with its draft.
create table plinth.draft_links (
  token_hash bytea primary key,
  object_id  uuid not null references plinth.layout_drafts on delete cascade,
  made_by    uuid references plinth.users on delete cascade,
  made_at    timestamptz not null default now(),
  expires_at timestamptz not null
);
create index draft_links_object on plinth.draft_links (object_id);
