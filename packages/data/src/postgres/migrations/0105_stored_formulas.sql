-- Formulas that are kept in a column: what of the database keeps each of them up to date, so that an edit, and a newer
-- Plinth at its start, can tell whether it is still what the metadata asks for.
create table plinth.stored_formulas (
  field     uuid primary key,
  -- Fingerprint of all statements that made it.
  script    text not null,
  -- Its functions in schema plinth; their triggers go with them.
  functions text[] not null
);
