-- What counts for security: who came in or was refused, who gave rights, took data out, changed plugins. Names are kept
-- as they were, without foreign keys, so that an entry outlives whom it is about.
create table plinth.security_events (
  id         bigint generated always as identity primary key,
  at         timestamptz not null default clock_timestamp(),
  kind       text not null,
  user_id    uuid,
  user_name  text not null default '',
  about_id   uuid,
  about_name text not null default '',
  what       text not null default '',
  address    text not null default ''
);
create index security_events_kind on plinth.security_events (kind, id);
create index security_events_user on plinth.security_events (user_id, id);
create index security_events_about on plinth.security_events (about_id, id);

-- Entries are added and never changed; what is older than a year may go.
create function plinth.keep_security_events() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '365 days' then
    return old;
  end if;
  raise exception 'entries of plinth.security_events are never changed and kept for a year';
end
$$;
create trigger keep_security_events
  before update or delete on plinth.security_events
  for each row execute function plinth.keep_security_events();
create trigger keep_all_security_events
  before truncate on plinth.security_events
  for each statement execute function plinth.keep_security_events();

-- Whether the browser sends an admin's session only with requests that begin on this site.
alter table plinth.people_settings add column admin_strict boolean not null default true;
