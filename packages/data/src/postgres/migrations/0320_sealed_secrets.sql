-- Passwords of mail servers, settings of plugins and secrets of webhooks are encrypted like other secrets. Old values stay
-- until a process that has the key encrypts them when it starts.
alter table plinth.secrets
  alter column value drop not null,
  add column key_id text,
  add column sealed bytea;
alter table plinth.hooks
  add column key_id text,
  add column sealed bytea;
