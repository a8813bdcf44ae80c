import { answer } from '../describe/parts.js';
import { RUN } from '../workflows/run-schema.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'workflow-runs/:id',
  right: 'read run',
  name: 'get_workflow_run',
  summary: 'Get a run of a workflow that you have started',
  tag: 'workflows',
  output: { 200: answer('The run', RUN) },
  handle:
    ({ data: { workflows } }) =>
    ({ req, actor }) =>
      workflows.byRequest.get(actor, req.params.id),
};
