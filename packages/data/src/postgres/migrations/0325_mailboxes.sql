-- A mailbox that starts a trigger: how far it was read, and by which process.
create table plinth.mailboxes (
  trigger_id   uuid primary key,
  -- A fingerprint of server, user and folder: another one is read from its end on.
  account      text not null,
  begun_at     timestamptz not null default now(),
  -- What a server numbers its mails by (RFC 9051, 2.3.1.1), and the last number that was read.
  uid_validity bigint,
  last_uid     bigint,
  -- After a server has numbered its mails anew: those since then are read again, and known by their digest.
  since        timestamptz,
  next_at      timestamptz not null default now(),
  lease        uuid,
  leased_until timestamptz,
  looked_at    timestamptz,
  failures     integer not null default 0,
  error        jsonb,
  -- Mails that were too large, or could not be read.
  skipped      integer not null default 0,
  skipped_at   timestamptz
);

-- Mails that have started their trigger.
create table plinth.mailbox_mails (
  trigger_id uuid not null,
  digest     text not null,
  at         timestamptz not null default now(),
  primary key (trigger_id, digest)
);
create index mailbox_mails_at on plinth.mailbox_mails (at);
