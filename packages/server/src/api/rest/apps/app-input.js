import { AppError } from '@plinth/plugin';

export const DOCUMENT = Object.freeze({
  type: 'object',
  description: 'An app document, as an export writes it (docs/reference/app-document.schema.json)',
});

export const PREFIX = Object.freeze({
  type: 'string',
  description: 'Prefix for the names of its tables, views and pages',
});

/** How an app is installed. */
export const OPTIONS = Object.freeze({
  reviewed: { type: 'string', description: 'From the review, as a sign that somebody has read what the app can do' },
  prefix: PREFIX,
  rows: { type: 'boolean', description: 'false: without its rows' },
  parts: {
    type: 'object',
    additionalProperties: { type: 'boolean' },
    description: 'What it takes of the site, by the parts that the review offers; default: what is usual',
  },
  reach: {
    anyOf: [{ type: 'array', items: { type: 'string' } }, { const: 'all' }],
    description: 'Other tables that what runs as the system may reach; default: none',
  },
});

/** The body of a call without a document. */
export const documentExpected = () =>
  new AppError('INPUT_INVALID', 'An app needs a document', {
    status: 422,
    hint: '{"document": {"plinth": 1, "app": {"name": "crm"}, "tables": []}}',
  });
