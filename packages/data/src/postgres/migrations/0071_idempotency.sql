-- What a request with an Idempotency-Key was answered, written in the transaction of its own writes: whoever asks again
-- gets the same answer, and never a second row. Kept for a day.
create table plinth.idempotent_answers (
  user_id    uuid not null references plinth.users on delete cascade,
  key        text not null check (char_length(key) between 1 and 200),
  request    bytea not null,
  status     integer,
  body       text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotent_answers_age on plinth.idempotent_answers (created_at);
