-- Processes hear of changes from one stream only (packages/data/src/changes), so the triggers tell nobody any more.
create or replace function plinth.people_changed() returns trigger
language plpgsql as $$
declare
  person uuid;
begin
  if tg_table_name = 'users' then
    person := coalesce(new.id, old.id);
    if tg_op = 'UPDATE' and new.disabled_at is not null then
      delete from plinth.sessions where user_id = person;
    end if;
  elsif tg_table_name = 'user_roles' then
    person := coalesce(new.user_id, old.user_id);
    update plinth.sessions set rotate = true where user_id = person and not rotate;
  end if;
  return null;
end
$$;
drop trigger sessions_changed on plinth.sessions;

-- Whoever changes metadata, also by hand, makes a new version of it: a process that can't hear of changes asks for the
-- number. An Edit holds the row's lock and sets the number itself at its end.
create function plinth.objects_changed() returns trigger
language plpgsql as $$
begin
  update plinth.catalog_version set version = version + 1;
  return null;
end
$$;
create trigger objects_changed
  after insert or update or delete or truncate on plinth.objects
  for each statement execute function plinth.objects_changed();

-- A login changes nothing that pages show: it must not look like a change of the user.
create table plinth.user_logins (
  user_id       uuid primary key references plinth.users on delete cascade,
  last_login_at timestamptz not null default now()
);
insert into plinth.user_logins (user_id, last_login_at)
select id, last_login_at from plinth.users where last_login_at is not null;
alter table plinth.users drop column last_login_at;
