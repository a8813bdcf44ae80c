-- Trigrams serve searches for rare words. A server without the extension, or one where we may not create it, goes on
-- without: the admin then says why search has no index.
do $$
begin
  create extension if not exists pg_trgm with schema plinth;
exception when others then
  raise notice 'no trigram index: %', sqlerrm;
end
$$;

-- array_to_string is only stable, since it takes arrays of any type; for texts nothing of the session matters.
create function plinth.joined_texts(texts text[]) returns text
language sql immutable parallel safe
as $$ select array_to_string(texts, E'\n') $$;

-- Indexes that the metadata has and the database has not yet: they are built outside of the edit's transaction.
-- error: why it could not be built; null while it waits or is being built, then pid is whose connection does it.
create table plinth.index_builds (
  name     text primary key,
  table_id uuid not null,
  error    text,
  pid      integer,
  since    timestamptz not null default now()
);

-- What reads rows has to know which indexes are there.
create function plinth.index_builds_changed() returns trigger
language plpgsql as $$
begin
  update plinth.catalog_version set version = version + 1;
  return null;
end
$$;
create trigger index_builds_changed
  after insert or delete or truncate on plinth.index_builds
  for each statement execute function plinth.index_builds_changed();
