-- The time zone that a user reads and writes times in, an IANA name; null: the site's.
alter table plinth.users add column time_zone text;
