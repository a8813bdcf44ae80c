import { AppError } from '@plinth/plugin';
import { answer, headerOf } from '../describe/parts.js';
import { RUN } from '../workflows/run-schema.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'workflow-runs',
  right: 'start workflow',
  name: 'start_workflow',
  summary: 'Start a workflow',
  tag: 'workflows',
  input: {
    body: {
      type: 'object',
      required: ['workflow'],
      properties: {
        workflow: { type: 'string', description: 'Its name' },
        row: { type: ['string', 'integer', 'null'], description: 'The ID of the row that it is about' },
        inputs: { type: 'object', description: 'Values of its inputs by name' },
      },
      additionalProperties: false,
    },
    refuse: workflowExpected,
  },
  output: { 201: answer('The run, which goes on by itself', RUN, { Location: headerOf('URL of the run') }) },
  handle:
    ({ data: { workflows } }) =>
    async ({ res, actor, body: { workflow, row = null, inputs = {} } }) => {
      const id = await workflows.byRequest.start(actor, { workflow, row, inputs });
      res.setHeader('Location', `/api/v1/workflow-runs/${id}`);
      res.json(await workflows.byRequest.get(actor, id), { status: 201 });
    },
};

function workflowExpected() {
  return new AppError('INPUT_INVALID', 'A start needs the name of a workflow', {
    status: 422,
    hint: '{"workflow": "approval", "row": 7, "inputs": {"reason": "Urgent"}}',
  });
}
