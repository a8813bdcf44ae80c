-- Roles of files and folders by their ids, as those of users and groups: a role that is renamed keeps its files, one that
-- is removed gives nothing until undo brings it back, and another of the same name gets none of them.
alter table plinth.files add column role_ids uuid[] not null default '{}';
alter table plinth.file_folders add column role_ids uuid[] not null default '{}';

create temporary table role_names on commit drop as
  select name, id from plinth.objects where kind = 'role';
-- A name that no role has any more is of the one that was removed last, for its removal may still be undone.
insert into role_names
  select distinct on (c.change->>'name') c.change->>'name', (c.change->>'id')::uuid
    from plinth.revisions r
   cross join lateral jsonb_array_elements(case when jsonb_typeof(r.changes) = 'array' then r.changes else '[]' end) c(change)
   where c.change->>'kind' = 'role'
     and c.change->>'after' is null
     and not exists (select from role_names n where n.name = c.change->>'name')
   order by c.change->>'name', r.version desc;

update plinth.files f
   set role_ids = array(select n.id from role_names n where n.name = any (f.roles))
 where f.roles <> '{}';
update plinth.file_folders d
   set role_ids = array(select n.id from role_names n where n.name = any (d.roles))
 where d.roles <> '{}';

alter table plinth.files drop column roles;
alter table plinth.file_folders drop column roles;
