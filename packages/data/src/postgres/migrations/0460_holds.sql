-- After a restore nothing runs by itself and nothing goes out until somebody turns it on: one row while that is so.
-- A boolean key with a check keeps it one row.
create table plinth.holds (
  id        boolean primary key default true check (id),
  since     timestamptz not null default now(),
  -- When the backup was made that was restored.
  backup_at timestamptz not null
);
