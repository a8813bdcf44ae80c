-- How notifications come by mail: kind -> 'now', 'daily' or 'off'. A kind that is missing comes as usual for it.
alter table plinth.notification_settings add column mail jsonb not null default '{}';

-- What is to be mailed of a notification. 'asked': the app asks for a mail, unless the person said otherwise. 'daily':
-- waits for the mail of mail_due. Those of before are never mailed.
alter table plinth.notifications
  add column mail text not null default 'done' check (mail in ('open', 'asked', 'daily', 'done')),
  add column mail_due timestamptz;
alter table plinth.notifications alter column mail set default 'open';
create index notifications_to_mail on plinth.notifications (id) where mail in ('open', 'asked');
create index notifications_daily on plinth.notifications (mail_due, user_id) where mail = 'daily';
