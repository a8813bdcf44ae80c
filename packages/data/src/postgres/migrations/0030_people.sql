-- Who may come in: users with their roles and sessions, and the ways to become one. Of every token only a hash is kept.

-- The table itself came with 0002.
alter table plinth.users
  alter column email set not null,
  add column password_hash text,
  add column locale        text,
  add column disabled_at   timestamptz,
  add column last_login_at timestamptz,
  add constraint users_name check (char_length(name) <= 200),
  add constraint users_email check (char_length(email) between 3 and 254);
create unique index users_email_key on plinth.users (lower(email));
create index users_by_name on plinth.users (lower(name), id);

-- Roles by their stable id. No foreign key: a dropped role grants nothing, and undo brings it back with its members.
create table plinth.user_roles (
  user_id uuid not null references plinth.users on delete cascade,
  role_id uuid not null,
  primary key (user_id, role_id)
);
create index user_roles_role on plinth.user_roles (role_id);

create table plinth.sessions (
  id               uuid primary key default plinth.uuid_v7(),
  token_hash       bytea not null unique,
  user_id          uuid not null references plinth.users on delete cascade,
  created_at       timestamptz not null default now(),
  seen_at          timestamptz not null default now(),
  authenticated_at timestamptz not null default now(),
  address          text not null default '',
  user_agent       text not null default '',
  -- The user's roles have changed: the next request gets a new token and this one dies.
  rotate           boolean not null default false
);
create index sessions_user on plinth.sessions (user_id);
create index sessions_seen on plinth.sessions (seen_at);

create table plinth.invitations (
  id         uuid primary key default plinth.uuid_v7(),
  token_hash bytea not null unique,
  email      text,
  name       text,
  role_ids   uuid[] not null default '{}',
  invited_by uuid references plinth.users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  used_by    uuid references plinth.users on delete set null
);

create table plinth.password_resets (
  id         uuid primary key default plinth.uuid_v7(),
  token_hash bytea not null unique,
  user_id    uuid not null references plinth.users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index password_resets_user on plinth.password_resets (user_id);

-- Counters of tries by key (account, address ...), shared by all processes.
create table plinth.login_attempts (
  key           text primary key,
  tries         integer not null default 0,
  window_start  timestamptz not null default now(),
  strikes       integer not null default 0,
  blocked_until timestamptz
);

-- What must never be shown again nor exported, such as the mail server's password.
create table plinth.secrets (
  name       text primary key,
  value      jsonb not null,
  updated_at timestamptz not null default now()
);

create table plinth.people_settings (
  id                 boolean primary key default true check (id),
  idle_minutes       integer not null default 480 check (idle_minutes between 5 and 43200),
  absolute_minutes   integer not null default 10080 check (absolute_minutes between 5 and 525600),
  admin_idle_minutes integer not null default 30 check (admin_idle_minutes between 5 and 43200)
);
insert into plinth.people_settings default values;

-- Takes one of the `most` tries that a key has per window. Gives the seconds to wait: 0 when the try is free. Each time
-- a window overflows, the wait doubles (up to 16 windows) until there was an hour of quiet.
create function plinth.take_attempt(which text, most integer, per interval) returns double precision
language plpgsql as $$
declare
  a       plinth.login_attempts;
  instant timestamptz := clock_timestamp();
begin
  insert into plinth.login_attempts (key) values (which) on conflict (key) do nothing;
  select * into a from plinth.login_attempts where key = which for update;
  if a.blocked_until > instant then
    return extract(epoch from a.blocked_until - instant);
  end if;
  if a.window_start < instant - per or a.blocked_until is not null then
    if a.blocked_until < instant - interval '1 hour' then
      a.strikes := 0;
    end if;
    a.tries := 0;
    a.window_start := instant;
    a.blocked_until := null;
  end if;
  a.tries := a.tries + 1;
  if a.tries > most then
    a.strikes := a.strikes + 1;
    a.blocked_until := instant + per * power(2, least(a.strikes - 1, 4));
  end if;
  update plinth.login_attempts
     set tries = a.tries, window_start = a.window_start, strikes = a.strikes, blocked_until = a.blocked_until
   where key = which;
  return coalesce(extract(epoch from a.blocked_until - instant), 0);
end
$$;

-- Every process keeps known sessions in memory; these triggers tell all of them, whoever made the change.
create function plinth.people_changed() returns trigger
language plpgsql as $$
declare
  person uuid;
begin
  if tg_table_name = 'users' then
    person := coalesce(new.id, old.id);
    if tg_op = 'UPDATE' and new.disabled_at is not null then
      delete from plinth.sessions where user_id = person;
    end if;
  else
    person := coalesce(new.user_id, old.user_id);
    if tg_table_name = 'user_roles' then
      update plinth.sessions set rotate = true where user_id = person and not rotate;
    end if;
  end if;
  perform pg_notify('plinth_people', person::text);
  return null;
end
$$;

create trigger users_changed
  after update of name, email, locale, disabled_at, password_hash or delete on plinth.users
  for each row execute function plinth.people_changed();
create trigger user_roles_changed
  after insert or delete on plinth.user_roles
  for each row execute function plinth.people_changed();
create trigger sessions_changed
  after update of token_hash, rotate, authenticated_at or delete on plinth.sessions
  for each row execute function plinth.people_changed();
