-- How much is stored, all in all ('all') and by whom ('user:<id>'), kept exact by a trigger: whatever removes a file (an
-- admin, the sweep, psql) gives its room back. The line of all comes first, so that uploads wait for each other there.
create table plinth.upload_usage (
  key   text primary key,
  files bigint not null,
  bytes bigint not null
);

-- Where an upload without login came from, as a hash.
alter table plinth.files add column source text;
create index files_source on plinth.files (source, created_at) where source is not null;

insert into plinth.upload_usage (key, files, bytes)
select 'all', count(*), coalesce(sum(size), 0) from plinth.files;
insert into plinth.upload_usage (key, files, bytes)
select 'user:' || owner, count(*), sum(size) from plinth.files where owner is not null group by owner;

create function plinth.count_upload(who uuid, more_files bigint, more_bytes bigint) returns void
language plpgsql as $$
begin
  update plinth.upload_usage set files = files + more_files, bytes = bytes + more_bytes where key = 'all';
  if who is not null then
    insert into plinth.upload_usage as u (key, files, bytes) values ('user:' || who, more_files, more_bytes)
    on conflict (key) do update set files = u.files + more_files, bytes = u.bytes + more_bytes;
  end if;
end
$$;

create function plinth.upload_changed() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform plinth.count_upload(old.owner, -1, -old.size);
  end if;
  if tg_op <> 'DELETE' then
    perform plinth.count_upload(new.owner, 1, new.size);
  end if;
  return null;
end
$$;

create trigger upload_changed
  after insert or update of owner, size or delete on plinth.files
  for each row execute function plinth.upload_changed();

-- What may be stored, in MB; 0 is no limit.
update plinth.objects
   set body = '{"uploadsTotal": 10000, "uploadsPerPerson": 5000, "uploadsPerVisitor": 200}'::jsonb || body
 where kind = 'settings';

-- Requests without login that carry something, by address. Losing these in a crash loses nothing, and no request waits
-- for the disk on their account.
create unlogged table plinth.request_counts (
  key          text primary key,
  window_start timestamptz not null,
  requests     integer not null
);

-- Counts one request. Gives the seconds to wait: 0 when it is among the first `most` of its window.
create function plinth.count_request(which text, most integer, per interval) returns double precision
language plpgsql as $$
declare
  found plinth.request_counts;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into plinth.request_counts as c (key, window_start, requests) values (which, clock_timestamp(), 1)
  on conflict (key) do update
    set requests = case when c.window_start <= clock_timestamp() - per then 1 else c.requests + 1 end,
        window_start = case when c.window_start <= clock_timestamp() - per then clock_timestamp() else c.window_start end
  returning c.* into found;
  if found.requests <= most then
    return 0;
  end if;
  return greatest(extract(epoch from found.window_start + per - clock_timestamp()), 1);
end
$$;
