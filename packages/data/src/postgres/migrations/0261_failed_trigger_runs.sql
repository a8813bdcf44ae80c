-- For the figures of /metrics.
create index trigger_runs_failed on plinth.trigger_runs (done_at) where state = 'failed';
