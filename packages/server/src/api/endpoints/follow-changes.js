import { createChangeStreams } from '../../realtime/change-streams.js';
import { LAST_EVENT_ID, text } from '../describe/parts.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'changes',
  right: 'read',
  name: 'changes',
  summary: 'Changes of rows as they happen (server-sent events)',
  tag: 'changes',
  isStream: true,
  input: {
    query: {
      table: text('Rows of these tables, parted by commas'),
      view: text('Only that something which these views show may have changed'),
      kind: text('Only these kinds: insert, update, delete'),
      fields: text('Only these fields'),
      filter: text(
        'Only rows for which this condition in CEL holds; of a single table, like `field=value` and `field.gt=value`',
      ),
      last_event_id: text('Where to go on, for a first connection'),
    },
    headers: [LAST_EVENT_ID],
  },
  output: { 200: { description: 'A stream of events', content: { 'text/event-stream': {} } } },
  handle: createChangeStreams,
};
