-- Where nobody may make event triggers (packages/data/src/changes/schema-events.sql), whoever changes tables by SQL calls
-- this in the same transaction, so that no page in memory stays as it was.
create function plinth.schema_changed() returns void
language plpgsql as $$
begin
  perform pg_logical_emit_message(true, 'plinth_schema', ''::text);
  perform pg_notify('plinth_changes', 'schema ' || pg_current_xact_id()::text);
end
$$;
