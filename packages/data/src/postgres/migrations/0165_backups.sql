-- Backups that were made or attempted here. They say nothing about another database: a restore leaves them out.
create table plinth.backups (
  id          uuid primary key default plinth.uuid_v7(),
  started_at  timestamptz not null default now(),
  finished_at timestamptz,
  -- 'scheduled', 'admin' or 'command'
  reason      text not null,
  -- Whose data folder it lies in, and as what.
  node        text not null,
  file        text not null,
  bytes       bigint,
  sha256      text,
  encrypted   boolean not null default false,
  -- How many files had no contents on that node.
  missing     integer not null default 0,
  -- Was restored into a database for a test, and was the same.
  tested_at   timestamptz,
  -- Why it could not be tested, where that is no fault of the backup.
  untested    text,
  error       text,
  error_hint  text,
  removed_at  timestamptz
);
create index backups_started on plinth.backups (started_at desc);

-- One row: when backups are made, and how many are kept.
create table plinth.backup_schedule (
  one        boolean primary key default true check (one),
  enabled    boolean not null default true,
  -- In the time zone of the site.
  at         time not null default '03:00',
  last       integer not null default 3 check (last between 1 and 1000),
  daily      integer not null default 7 check (daily between 0 and 1000),
  weekly     integer not null default 4 check (weekly between 0 and 1000),
  monthly    integer not null default 3 check (monthly between 0 and 1000),
  -- The first one is due at the next such time after this.
  since      timestamptz not null default now()
);
insert into plinth.backup_schedule default values;
