-- The moment of a local time. PostgreSQL itself takes the second of a time that is repeated when the clock is put back;
-- everywhere else in Plinth the first is meant. A time that is skipped is taken as much later as the clock is put forward.
create function plinth.moment_of(local timestamp, zone text) returns timestamptz
language sql immutable strict parallel safe as $$
  select case
           when f.first at time zone zone = local then f.first
           when f.second at time zone zone = local then f.second
           else f.first
         end
    from (select o.utc - (((o.utc - interval '1 day') at time zone zone)
                          - ((o.utc - interval '1 day') at time zone 'UTC')) as first,
                 o.utc - (((o.utc + interval '1 day') at time zone zone)
                          - ((o.utc + interval '1 day') at time zone 'UTC')) as second
            from (select local at time zone 'UTC' as utc) o) f
$$;
