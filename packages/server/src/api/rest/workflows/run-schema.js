/** A run of a workflow, as whoever started it sees it. */
export const RUN = Object.freeze({
  type: 'object',
  required: ['id', 'workflow', 'row', 'state', 'result', 'error', 'startedAt', 'endedAt'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    workflow: { type: ['string', 'null'], description: 'Its name; null if it was deleted' },
    row: { type: ['string', 'null'], description: 'The ID of the row that it is about' },
    state: { enum: ['running', 'waiting', 'done', 'failed', 'cancelled'] },
    result: { type: ['string', 'null'], description: 'What a step of kind Stop says' },
    error: {
      type: ['object', 'null'],
      properties: { code: { type: 'string' }, step: { type: ['string', 'null'] } },
      description: 'Why it failed; administrators see more in the admin',
    },
    startedAt: { type: 'string', format: 'date-time' },
    endedAt: { type: ['string', 'null'], format: 'date-time' },
  },
});
