-- A browser sends several requests at once. When the first of them brings a new token after a change of roles, the
-- others still carry the old one: it stands for the same session for a few more seconds.
alter table plinth.sessions
  add column former_hash  bytea,
  add column former_until timestamptz;
create unique index sessions_former on plinth.sessions (former_hash) where former_hash is not null;
