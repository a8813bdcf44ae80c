-- Loops of workflows and schedules for rows ended after 1,000 rows, a limit that forms filled in unasked. Without one, they
-- go through all rows. Other limits were chosen, and stay.
create function plinth.without_usual_limit(node jsonb) returns jsonb
language plpgsql immutable as $$
begin
  if jsonb_typeof(node) = 'array' then
    return (select coalesce(jsonb_agg(plinth.without_usual_limit(value) order by n), '[]'::jsonb)
              from jsonb_array_elements(node) with ordinality as e (value, n));
  elsif jsonb_typeof(node) = 'object' then
    if node->>'kind' = 'each' and node->>'limit' = '1000' then node := node - 'limit'; end if;
    return (select coalesce(jsonb_object_agg(key, plinth.without_usual_limit(value)), '{}'::jsonb) from jsonb_each(node));
  end if;
  return node;
end
$$;

update plinth.objects
   set body = plinth.without_usual_limit(body)
 where kind = 'workflow' and body is distinct from plinth.without_usual_limit(body);

update plinth.objects
   set body = body #- '{options,limit}'
 where kind = 'trigger' and body->>'source' = 'schedule' and body->'options'->>'limit' = '1000';

drop function plinth.without_usual_limit(jsonb);
