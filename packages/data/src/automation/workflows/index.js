import { readDefinitions } from '@plinth/plugin';

/** What a workflow can do: one file for each kind of step. */
export const workflowSteps = await readDefinitions(new URL('./steps/', import.meta.url), 'workflowStep');
