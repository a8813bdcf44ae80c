-- Files that go with a mail, as they were when it was written.
create table plinth.mail_attachments (
  mail_id  uuid not null references plinth.mails on delete cascade,
  position integer not null,
  name     text not null,
  mime     text not null,
  size     integer not null,
  -- Null once the mail was sent.
  data     bytea,
  primary key (mail_id, position)
);
