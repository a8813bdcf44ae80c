-- Called by expressions of triggers that set fields before a row is saved, for a value that they should convert and can't:
-- an empty field would hide it. Volatile, so that the planner doesn't call it in advance.
create function plinth.not_convertible(name text, value text) returns numeric
language plpgsql volatile
as $$
begin
  raise exception using errcode = 'PLN03', message = 'A value can''t be converted', hint = name, detail = left(value, 200);
end
$$;
