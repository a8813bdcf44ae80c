-- Groups of people. A member has the roles of his groups besides his own, and rules may ask for a group by its name,
-- which therefore never changes.
create table plinth.groups (
  id         uuid primary key default plinth.uuid_v7(),
  name       text not null unique check (name ~ '^[a-z][a-z0-9_]{0,62}$'),
  label      text not null check (char_length(label) between 1 and 100),
  created_at timestamptz not null default now()
);

-- The user comes first in the key: processes learn from it whose rights have changed.
create table plinth.group_members (
  user_id  uuid not null references plinth.users on delete cascade,
  group_id uuid not null references plinth.groups on delete cascade,
  primary key (user_id, group_id)
);
create index group_members_group on plinth.group_members (group_id, user_id);

-- As in user_roles there is no foreign key to the role: one that was dropped gives nothing, and undo brings it back.
create table plinth.group_roles (
  group_id uuid not null references plinth.groups on delete cascade,
  role_id  uuid not null,
  primary key (group_id, role_id)
);

-- What somebody has: given to himself and to his groups.
create function plinth.roles_of(person uuid) returns uuid[]
language sql stable as $$
  select array(
    select role_id from plinth.user_roles where user_id = person
    union
    select r.role_id
      from plinth.group_members m
      join plinth.group_roles r on r.group_id = m.group_id
     where m.user_id = person)
$$;

create function plinth.groups_of(person uuid) returns text[]
language sql stable as $$
  select array(
    select g.name
      from plinth.group_members m
      join plinth.groups g on g.id = m.group_id
     where m.user_id = person
     order by g.name)
$$;

-- Whoever gets other rights gets a new session id at his next request, as when his own roles change.
create function plinth.group_changed() returns trigger
language plpgsql as $$
begin
  if tg_table_name = 'group_members' then
    update plinth.sessions set rotate = true where user_id = coalesce(new.user_id, old.user_id) and not rotate;
  else
    update plinth.sessions set rotate = true
     where not rotate
       and user_id in (select user_id from plinth.group_members where group_id = coalesce(new.group_id, old.group_id));
  end if;
  return null;
end
$$;
create trigger group_members_changed
  after insert or delete on plinth.group_members
  for each row execute function plinth.group_changed();
create trigger group_roles_changed
  after insert or delete on plinth.group_roles
  for each row execute function plinth.group_changed();
