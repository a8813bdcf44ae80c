-- Schemas: app holds users' tables, plinth what Plinth knows, plinth_trash what can still be brought back.
create schema if not exists app;
create schema if not exists plinth;
create schema if not exists plinth_trash;

-- PostgreSQL 18 has uuidv7(); this serves older ones too. RFC 9562, method 3 of 6.2: the time in ms, then 12 bits of the
-- fraction of that ms so that ids keep the order in which they were made, then random bits of a version 4 uuid.
create function plinth.uuid_v7() returns uuid
language sql volatile parallel safe
as $$
  select encode(
    overlay(
      overlay(
        uuid_send(gen_random_uuid())
        placing substring(int8send(floor(ms)::bigint) from 3) from 1 for 6)
      placing substring(int8send(x'7000'::bigint + floor((ms - floor(ms)) * 4096)::bigint) from 7) from 7 for 2),
    'hex')::uuid
    from (select extract(epoch from clock_timestamp()) * 1000 as ms) as now
$$;

-- All metadata. References are by name inside body, identity is by id.
create table plinth.objects (
  id         uuid primary key,
  kind       text not null,
  parent     uuid references plinth.objects deferrable initially deferred,
  name       text not null,
  body       jsonb not null,
  version    integer not null default 1,
  position   integer not null default 0,
  updated_at timestamptz not null default now(),
  constraint objects_name unique nulls not distinct (kind, parent, name) deferrable initially deferred
);
create index objects_parent on plinth.objects (parent);

-- One row: the number every process compares with its own Catalog.
create table plinth.catalog_version (
  one     boolean primary key default true check (one),
  version integer not null
);
insert into plinth.catalog_version (version) values (1);

-- Each edit with all objects as they were and as they became: what undo needs.
create table plinth.revisions (
  id        uuid primary key,
  version   integer not null unique,
  at        timestamptz not null default now(),
  user_id   uuid,
  edit      text not null,
  summary   text not null,
  changes   jsonb not null,
  -- Kept data of this edit lies in plinth_trash under this number.
  trash     integer not null,
  undoes    uuid references plinth.revisions,
  undone_by uuid references plinth.revisions
);
create index revisions_changes on plinth.revisions using gin (changes jsonb_path_ops);

-- What lies in plinth_trash, and since when.
create table plinth.trash (
  name    text primary key,
  label   text not null,
  kept_at timestamptz not null default now()
);
