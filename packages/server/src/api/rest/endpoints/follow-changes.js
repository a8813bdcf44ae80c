import { createChangeStreams } from '../realtime/change-streams.js';
import { LAST_EVENT_ID, text } from '../describe/parts.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'changes',
  right: 'read',
  name: 'changes',
  summary: 'Stream row changes (server-sent events)',
  tag: 'changes',
  isStream: true,
  input: {
    query: {
      table: text('Only rows of these tables, separated by commas'),
      view: text('Only notify that rows shown by these views may have changed'),
      comments: text('Only notify that the comments on these rows changed, such as orders:17'),
      kind: text('Only these kinds: insert, update, delete'),
      fields: text('Only these fields'),
      filter: text(
        'Only rows that match this CEL condition; requires a single table, as do `field=value` and `field.gt=value`',
      ),
      last_event_id: text('Position to resume from, on the first connection'),
    },
    headers: [LAST_EVENT_ID],
  },
  output: { 200: { description: 'A stream of events', content: { 'text/event-stream': {} } } },
  handle: createChangeStreams,
};
