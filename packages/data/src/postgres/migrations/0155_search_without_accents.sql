-- Searches ignore accents as they ignore case. Without the extension unaccent, which many servers do not let us create
-- and whose function is not immutable: letters are taken apart and their marks dropped; a few letters
-- have no parts. One translate() for marks and letters was measured at three times the cost.
-- It is one expression, so that the planner puts it in place of the call. Plain ASCII, the usual case, is left at once.
do $$
begin
  if current_setting('server_encoding') = 'UTF8' then
    create function plinth.without_accents(given text) returns text
    language sql immutable parallel safe
    as $body$
      select case when octet_length(given) = length(given) then given else
        translate(
          replace(replace(replace(replace(
            regexp_replace(normalize(given, nfd), U&'[\0300-\036f\0591-\05c7\064b-\065f\0670]', '', 'g'),
            'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'),
          'øØłŁđĐðÐħĦıŧŦ', 'oOlLdDdDhHitT')
      end
    $body$;
  else
    -- Letters of other encodings can't be taken apart.
    create function plinth.without_accents(given text) returns text
    language sql immutable parallel safe
    as $body$ select given $body$;
  end if;
end
$$;

-- Search indexes hold texts as searches ask for them, so they are built anew, in the background. Until then searches read
-- the rows.
insert into plinth.index_builds (name, table_id)
select i.relname, o.id
from pg_index x
join pg_class i on i.oid = x.indexrelid
join pg_class t on t.oid = x.indrelid
join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'app'
join plinth.objects o on o.kind = 'table' and o.parent is null and o.name = t.relname
where pg_get_indexdef(x.indexrelid) like '%gin\_trgm\_ops%'
on conflict (name) do nothing;
