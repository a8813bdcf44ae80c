-- Each e-mail is a row before it is sent, so that none is lost and admins see what became of it.
create table plinth.mails (
  id            uuid primary key default plinth.uuid_v7(),
  created_at    timestamptz not null default now(),
  -- What caused it: 'reset', 'invitation', 'action', 'test', 'notification'.
  kind          text not null,
  state         text not null default 'waiting'
                check (state in ('waiting', 'sending', 'sent', 'failed', 'cancelled', 'unclear')),
  recipient     text not null,
  subject       text not null,
  -- Null once it is wiped.
  content       jsonb,
  -- Holds a link that works once: never shown, and wiped when nothing more is to be done.
  is_secret     boolean not null default false,
  -- Not sent after this time.
  expires_at    timestamptz,
  caused_by     uuid,
  attempts      integer not null default 0,
  due_at        timestamptz not null default now(),
  -- Which attempt owns it, and until when; the last byte of the text is sent only after handed_at is committed.
  claim         uuid,
  claimed_until timestamptz,
  handed_at     timestamptz,
  done_at       timestamptz,
  -- Why it was not sent: a code, and what the mail server said.
  error         text,
  answer        text
);
create index mails_due on plinth.mails (due_at) where state in ('waiting', 'sending');
create index mails_by_state on plinth.mails (state, id);
create index mails_done on plinth.mails (done_at) where done_at is not null;

create table plinth.mail_settings (
  one       boolean primary key default true check (one),
  keep_days integer not null default 30 check (keep_days between 1 and 3650)
);
insert into plinth.mail_settings default values;
