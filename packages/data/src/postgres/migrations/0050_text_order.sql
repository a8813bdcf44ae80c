-- Texts sort as people expect (apple, Zebra, zoo) on every server, whatever locale its database was made with. Equality
-- stays byte for byte. A collation of our own, so that one name serves all servers: where Postgres was built without
-- ICU it is the order of the database itself.
do $$
declare
  own record;
begin
  create collation plinth.text_order (provider = icu, locale = 'und');
exception when others then
  select datcollate, datctype into own from pg_database where datname = current_database();
  execute format('create collation plinth.text_order (lc_collate = %L, lc_ctype = %L)', own.datcollate, own.datctype);
end
$$;

-- Names of users. Postgres does not change a column that a trigger names.
drop trigger users_changed on plinth.users;
alter table plinth.users alter column name type text collate plinth.text_order;
create trigger users_changed
  after update of name, email, locale, disabled_at, password_hash or delete on plinth.users
  for each row execute function plinth.people_changed();

-- Tables that were made before, also those in the trash.
do $$
declare
  one record;
begin
  for one in
    select c.relnamespace::regnamespace as schema, c.relname as name,
           string_agg(format('alter column %I type text collate plinth.text_order', a.attname), ', ') as changes
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r'
       and (c.relnamespace = 'app'::regnamespace or c.relnamespace = 'plinth_trash'::regnamespace and c.relname like 't\_%')
       and a.atttypid = 'text'::regtype
     group by c.oid
  loop
    execute format('alter table %s.%I %s', one.schema, one.name, one.changes);
  end loop;
end
$$;
