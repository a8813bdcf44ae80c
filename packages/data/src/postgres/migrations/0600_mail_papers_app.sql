-- The app whose system code reads a PDF of a mail; null: code of the site, or of an app without limits.
alter table plinth.mail_papers add column app uuid;
