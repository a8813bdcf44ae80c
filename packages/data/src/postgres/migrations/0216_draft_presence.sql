-- Who has which view or page open in the builder, by browser tab, and what they have selected there. Each change reaches
-- the others by the change stream. A tab that has not been heard of for a minute is gone.
create table plinth.draft_presence (
  object_id uuid not null,
  tab       text not null check (char_length(tab) between 8 and 40),
  user_id   uuid not null references plinth.users on delete cascade,
  selected  text[] not null default '{}',
  seen_at   timestamptz not null default now(),
  primary key (object_id, tab)
);
create index draft_presence_seen on plinth.draft_presence (seen_at);
