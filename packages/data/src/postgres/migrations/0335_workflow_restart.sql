-- A failed run can begin again at an earlier step.
alter table plinth.workflow_steps
  -- Whether the run can: the step was in no loop and no parallel part.
  add column may_restart boolean not null default false,
  -- Variables that the step changed, as they were before.
  add column before jsonb,
  -- The run began again at this step or an earlier one.
  add column repeated boolean not null default false;

-- How often the run began again: calls to the outside are then new ones, with a new idempotency key.
alter table plinth.workflow_runs add column restarts integer not null default 0;
