-- Values of secrets, encrypted with a key that is not in the database. Their names are metadata; a value goes with its name.
create table plinth.secret_values (
  secret_id  uuid primary key references plinth.objects on delete cascade,
  -- A fingerprint of the key, so that another one is noticed.
  key_id     text not null,
  -- Nonce, tag and text of AES-256-GCM.
  sealed     bytea not null,
  changed_at timestamptz not null default now(),
  changed_by uuid
);
