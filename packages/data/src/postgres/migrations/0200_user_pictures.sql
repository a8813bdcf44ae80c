-- Profile pictures, already cropped and small, so they lie in the database: they are in every backup, and go with their
-- user. A picture's id is new with each upload and part of its address. The user's row names it, so that changing a
-- picture is a change of the user for everything that shows them.
alter table plinth.users add column picture uuid;

create table plinth.user_pictures (
  id      uuid primary key,
  user_id uuid not null unique references plinth.users on delete cascade,
  content bytea not null
);
