import { defineTriggerSource } from '@plinth/plugin';
import { integer, multiselect, select, text } from '@plinth/plugin/settings';

const HEADER = '[A-Za-z][A-Za-z0-9-]{0,60}';
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'];

/** Another system calls an address of the trigger. */
export const webhook = defineTriggerSource({
  name: 'webhook',
  order: 40,
  label: 'source.webhook.label',
  icon: 'api',
  help: 'source.webhook.help',
  as: 'system',
  keepsAll: true,
  fromOutside: true,
  settings: [
    select(
      'check',
      'source.webhook.check',
      {
        timed: 'source.webhook.check.timed',
        body: 'source.webhook.check.body',
        header: 'source.webhook.check.header',
        none: 'source.webhook.check.none',
      },
      { default: 'timed' },
    ),
    text('header', 'source.webhook.header', {
      default: 'X-Hook-Signature',
      pattern: HEADER,
      showIf: { name: 'check', in: ['timed', 'body', 'header'] },
    }),
    text('timeHeader', 'source.webhook.timeHeader', {
      default: 'X-Hook-Timestamp',
      help: 'source.webhook.timeHeader.help',
      pattern: HEADER,
      showIf: { name: 'check', in: ['timed'] },
    }),
    multiselect('methods', 'source.webhook.methods', METHODS, { default: ['POST'] }),
    select('answer', 'source.answer', { now: 'source.answer.now', done: 'source.answer.done' }, { default: 'now' }),
    integer('perMinute', 'source.callsPerMinute', { min: 1, max: 6000, default: 60 }),
    integer('maxKb', 'source.webhook.maxKb', { min: 1, max: 1024, default: 256 }),
  ],
  event: [
    { name: 'time', type: 'moment', label: 'source.event.time' },
    { name: 'method', type: 'text', label: 'source.webhook.event.method' },
    { name: 'body', type: 'json', label: 'source.webhook.event.body' },
    { name: 'text', type: 'text', label: 'source.webhook.event.text' },
    { name: 'query', type: 'json', label: 'source.event.query' },
    { name: 'headers', type: 'json', label: 'source.webhook.event.headers' },
  ],
  check: ({ methods }) => (methods?.length === 0 ? { methods: 'Choose at least one' } : null),
});
