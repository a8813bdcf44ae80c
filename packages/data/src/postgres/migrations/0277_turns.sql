-- Whose turn it was last, for actions that give something to one person after another.
create table plinth.turns (
  name text primary key,
  last uuid not null
);
