-- Called by the statements that write rows of tables whose triggers set fields before a row is saved: rights and rules hold
-- for the row as it is stored. The names of those that do not hold are in the error's detail.
create function plinth.judge_row(held boolean[], names text[]) returns boolean
language plpgsql immutable
as $$
begin
  if true = all (held) then return true; end if;
  raise exception using errcode = 'PLN02', message = 'The row as it is stored breaks a rule',
    detail = (select string_agg(name, ',') from unnest(held, names) as each (holds, name) where holds is not true);
end
$$;
