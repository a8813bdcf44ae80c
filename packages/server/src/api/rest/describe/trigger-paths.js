/** @import { Trigger } from '@plinth/plugin' */
import { bodySchema } from './function-paths.js';
import { json, KEY, problemsOf } from './parts.js';

/** What a call is answered with. */
export const CALL_ANSWER = Object.freeze({
  type: 'object',
  required: ['run', 'state', 'message'],
  properties: {
    run: { type: 'string', format: 'uuid' },
    state: { enum: ['waiting', 'done', 'failed'] },
    message: { type: ['string', 'null'], description: 'The last message of the steps' },
    error: {
      type: 'object',
      description: 'Why the steps failed, if they have the rights of the caller',
      properties: { code: { type: 'string' }, message: { type: 'string' } },
    },
  },
});

/** The triggers that can be called. @param {readonly Trigger[]} triggers */
export const triggerPaths = (triggers) =>
  Object.fromEntries(triggers.map((trigger) => [`/triggers/${trigger.name}`, { post: operationOf(trigger) }]));

/** @param {Trigger} trigger */
function operationOf({ name, label, description, options: { inputs = [], answer = 'done' } }) {
  const content = json(CALL_ANSWER);
  return {
    tags: ['triggers'],
    operationId: `call_${name}`,
    summary: label,
    ...(description && { description }),
    parameters: [{ ...KEY, description: 'A call with this key is accepted once within 15 minutes' }],
    requestBody: { content: json(bodySchema(inputs)) },
    responses: {
      ...(answer === 'done' && {
        200: { description: 'The steps are done', content },
        422: { description: 'The steps failed, or the input is wrong', content },
      }),
      202: { description: 'The steps still run', content },
      ...problemsOf('POST', [404, 429]),
    },
  };
}
