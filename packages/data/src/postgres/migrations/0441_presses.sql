-- What somebody sent once: a second copy (a double click, a browser that sends again because its connection broke) waits while
-- the first runs, and gets its answer. Without an answer it is running until the lease ends, so that one whose process died
-- does not stand in the way for ever.
create table plinth.presses (
  key        bytea primary key,
  lease      timestamptz not null,
  started_at timestamptz not null default now(),
  answer     jsonb,
  body       bytea
);
create index presses_age on plinth.presses (started_at);
