-- PDF files of mails that are to be laid out before they are sent: what they say, as it was when the mail was written.
create table plinth.mail_papers (
  id         uuid primary key default plinth.uuid_v7(),
  -- Whose pictures it shows; null: the system's.
  reader     uuid,
  document   jsonb not null,
  created_at timestamptz not null default now()
);
-- Mails to several people share one, until it is laid out.
alter table plinth.mail_attachments add column paper uuid references plinth.mail_papers;
create index mail_attachments_paper on plinth.mail_attachments (paper) where paper is not null;
