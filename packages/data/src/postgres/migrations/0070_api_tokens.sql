-- Tokens by which programs come in as their user. Of a token only a hash is kept; `tables` are ids, so that a scope
-- follows a rename. What ended stays a while to be looked at.
create table plinth.api_tokens (
  id         uuid primary key default plinth.uuid_v7(),
  token_hash bytea not null unique,
  user_id    uuid not null references plinth.users on delete cascade,
  name       text not null check (char_length(name) between 1 and 200),
  tables     uuid[],
  operations text[],
  created_at timestamptz not null default now(),
  created_by uuid references plinth.users on delete set null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_tokens_user on plinth.api_tokens (user_id, created_at);

-- Being used changes nothing of a token: processes that know it must not forget it for that.
create table plinth.api_token_uses (
  token_id uuid primary key references plinth.api_tokens on delete cascade,
  used_at  timestamptz not null
);

-- Who is disabled comes back without the tokens of before, whoever disables him.
create function plinth.end_api_tokens() returns trigger
language plpgsql as $$
begin
  update plinth.api_tokens set revoked_at = now() where user_id = new.id and revoked_at is null;
  return null;
end
$$;
create trigger users_disabled
  after update of disabled_at on plinth.users
  for each row when (new.disabled_at is not null and old.disabled_at is null)
  execute function plinth.end_api_tokens();
