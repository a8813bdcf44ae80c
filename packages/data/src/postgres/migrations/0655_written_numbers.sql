-- A text as a decimal number, or null. The guard limits the digits, so that the cast can't overflow. In a function, since an
-- expression would stand at each place that uses the number, a dozen times in a conversion.
create function plinth.number_of_text(written text) returns numeric
language plpgsql immutable strict parallel safe
as $$
declare trimmed text := btrim(written) collate "C";
begin
  if char_length(trimmed) <= 60
     and trimmed ~ '^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)$'
     and char_length(ltrim(split_part(trimmed, '.', 1), '+-')) <= 38
     and char_length(split_part(trimmed, '.', 2)) <= 20 then
    return trimmed::numeric;
  end if;
  return null;
end
$$;

-- A number as a whole number in JSON's exact range; null if it has a fraction.
create function plinth.whole_number(number numeric) returns numeric
language plpgsql immutable strict parallel safe
as $$
begin
  if abs(number) <= 9007199254740991 and number = trunc(number) then return trunc(number); end if;
  return null;
end
$$;
