import { answer } from '../describe/parts.js';
import { DOCUMENT, PREFIX, documentExpected } from '../apps/app-input.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'apps/review',
  right: 'admin',
  name: 'review_app',
  summary: 'What an app can do, and what stands in its way; changes nothing',
  tag: 'edits',
  input: {
    body: {
      type: 'object',
      required: ['document'],
      properties: { document: DOCUMENT, prefix: PREFIX },
      additionalProperties: false,
    },
    refuse: documentExpected,
  },
  output: { 200: answer('Its rights, what it offers, names that are taken, and problems', { type: 'object' }) },
  handle:
    ({ data }) =>
    async ({ body: { document, prefix } }) => {
      const { document: _, prefix: suggested, ...check } = data.apps.check(document, { prefix });
      return { ...check, suggestedPrefix: check.clashes.length > 0 ? suggested : null };
    },
};
