-- When admins were told that a mailbox can't be read; null again once it was read.
alter table plinth.mailboxes add column alerted_at timestamptz;
