-- npm packages that this site has fetched and bundled itself. Only these may be added for functions to import: a document or
-- a call that brings code and calls it dayjs proves nothing.
create table plinth.bundled_packages (
  name       text not null,
  version    text not null,
  integrity  text not null,
  hash       text not null,
  bundled_at timestamptz not null default now(),
  primary key (name, hash)
);
insert into plinth.bundled_packages (name, version, integrity, hash)
select distinct on (o.body->'package'->>'name', o.body->'package'->>'hash')
       o.body->'package'->>'name', o.body->'package'->>'version', o.body->'package'->>'integrity', o.body->'package'->>'hash'
  from plinth.objects o
 where o.kind = 'function' and jsonb_typeof(o.body->'package') = 'object'
   and o.body->'package'->>'hash' is not null and o.body->'package'->>'version' is not null
   and o.body->'package'->>'integrity' is not null;
-- What apps bring reaches their own tables; apps that are here already were trusted with all, and stay so (no key: all).
