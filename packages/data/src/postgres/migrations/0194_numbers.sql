-- Counters of the auto-number fields that are to have no gaps: the last number that was given.
create table plinth.numbers (
  field_id uuid primary key,
  value    bigint not null
);

-- The next number. The counter's row stays locked until the transaction ends. Within the transaction, the number is kept
-- in a setting, which a rollback to a savepoint takes back too: to update the row for each of many inserts would take
-- quadratic time, since every version of it stays until the commit.
create function plinth.next_number(field uuid) returns bigint language plpgsql volatile as $$
declare
  setting text := 'plinth.number_' || replace(field::text, '-', '');
  last bigint := nullif(current_setting(setting, true), '');
begin
  if last is null then
    select n.value into last from plinth.numbers n where n.field_id = field for update;
    if last is null then
      raise exception 'The counter of field % is missing', field;
    end if;
    perform set_config(setting, (last + 1)::text, true);
    -- Calls for plinth.keep_number() at the commit.
    update plinth.numbers n set value = n.value where n.field_id = field;
  else
    perform set_config(setting, (last + 1)::text, true);
  end if;
  return last + 1;
end $$;

create function plinth.keep_number() returns trigger language plpgsql as $$
declare
  setting text := 'plinth.number_' || replace(new.field_id::text, '-', '');
  last bigint := nullif(current_setting(setting, true), '');
begin
  perform set_config(setting, '', true);
  if last is not null then
    update plinth.numbers n set value = greatest(n.value, last) where n.field_id = new.field_id;
  end if;
  return null;
end $$;

-- Numbers that came with their rows are not given again.
create function plinth.raise_number(field uuid, lowest bigint) returns void language plpgsql as $$
declare
  setting text := 'plinth.number_' || replace(field::text, '-', '');
  last bigint := nullif(current_setting(setting, true), '');
begin
  if last < lowest then
    perform set_config(setting, lowest::text, true);
  end if;
  update plinth.numbers n set value = lowest where n.field_id = field and n.value < lowest;
end $$;

create constraint trigger keep_number after update on plinth.numbers
  deferrable initially deferred for each row
  when (old.value = new.value) execute function plinth.keep_number();
