-- Limits that all workers share without a statement for each request: a process takes a share of what is left of a
-- window and spends it by itself. Gives how many it got, and the seconds until the window is over.
create function plinth.take_requests(which text, most integer, per interval, wanted integer, out granted integer, out rest double precision)
language plpgsql as $$
declare
  found plinth.request_counts;
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into plinth.request_counts (key, window_start, requests) values (which, clock_timestamp(), 0)
  on conflict (key) do nothing;
  select * into found from plinth.request_counts where key = which for update;
  if found.window_start <= clock_timestamp() - per then
    found.requests := 0;
    found.window_start := clock_timestamp();
  end if;
  granted := greatest(least(wanted, most - found.requests), 0);
  update plinth.request_counts
     set requests = found.requests + granted, window_start = found.window_start
   where key = which;
  rest := greatest(extract(epoch from found.window_start + per - clock_timestamp()), 0.001);
end
$$;
