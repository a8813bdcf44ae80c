import { requireReview } from '@plinth/data';
import { answer } from '../describe/parts.js';
import { DOCUMENT, OPTIONS, documentExpected } from '../apps/app-input.js';
import { requireRecentSession } from '../edits.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'apps',
  right: 'admin',
  name: 'install_app',
  summary: 'Install an app, after its review',
  tag: 'edits',
  input: {
    body: {
      type: 'object',
      required: ['document'],
      properties: { document: DOCUMENT, ...OPTIONS },
      additionalProperties: false,
    },
    refuse: documentExpected,
  },
  output: { 201: answer('The revision, which can be undone, and what the app took', { type: 'object' }) },
  handle:
    ({ data }) =>
    async ({ req, res, body: { document, reviewed, ...options } }) => {
      // An app may bring any right.
      requireRecentSession(req, null);
      requireReview(data.apps.check(document, {}), reviewed);
      const { document: _, ...installed } = await data.apps.install(req.ctx.author, document, options);
      res.json(installed, { status: 201 });
    },
};
