-- Text as JSON, null when it is none: Postgres 15 has no way to ask first, and a column must convert without raising.
create function plinth.try_jsonb(value text) returns jsonb
language plpgsql immutable strict parallel safe as $$
begin
  return value::jsonb;
exception when data_exception or invalid_text_representation or untranslatable_character or program_limit_exceeded then
  return null;
end
$$;
