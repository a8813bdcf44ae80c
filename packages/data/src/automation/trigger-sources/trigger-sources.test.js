import assert from 'node:assert/strict';
import { test } from 'node:test';
import { triggerSourceContract } from '@plinth/plugin/contract';
import { triggerSources } from './index.js';

/** Options as an admin would set them. @type {Record<string, any[]>} */
const SAMPLES = {
  schedule: [
    {},
    ...['minutes', 'hour', 'weekday', 'week', 'month'].map((every) => ({ every })),
    { every: 'cron', cron: '30 7 * * 1-5' },
  ],
  page_open: [{ page: 'home' }],
  email: [{ server: 'imap.example.com', username: 'desk@example.com', password: 'desk' }],
  field_time: [{ field: 'due' }, { field: 'due', when: 'before', amount: 2 }],
};

for (const source of triggerSources) triggerSourceContract(source, { test, assert }, { options: SAMPLES[source.name] });
