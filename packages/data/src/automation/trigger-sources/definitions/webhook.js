import { defineTriggerSource } from '@plinth/plugin';
import { integer, multiselect, select, text } from '@plinth/plugin/settings';

const HEADER = '[A-Za-z][A-Za-z0-9-]{0,60}';
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'];

/** Another system calls an address of the trigger. */
export const webhook = defineTriggerSource({
  name: 'webhook',
  order: 40,
  label: 'Webhook',
  icon: 'api',
  help: 'When another system calls an address of its own: a payment arrived, a build failed.',
  as: 'system',
  keepsAll: true,
  fromOutside: true,
  settings: [
    select(
      'check',
      'How calls are checked',
      {
        timed: 'Signature of the time and the body (HMAC SHA-256)',
        body: 'Signature of the body alone, as GitHub does it',
        header: 'Secret in a header',
        none: 'Not at all: anybody who knows the address can call',
      },
      { default: 'timed' },
    ),
    text('header', 'Header with the signature or secret', {
      default: 'X-Hook-Signature',
      pattern: HEADER,
      showIf: { name: 'check', in: ['timed', 'body', 'header'] },
    }),
    text('timeHeader', 'Header with the time', {
      default: 'X-Hook-Timestamp',
      help: 'Seconds since 1970. Calls older than five minutes, and the same call twice, are refused.',
      pattern: HEADER,
      showIf: { name: 'check', in: ['timed'] },
    }),
    multiselect('methods', 'Methods', METHODS, { default: ['POST'] }),
    select(
      'answer',
      'Answer',
      { now: 'At once, while the steps run (202)', done: 'When the steps are done (200)' },
      { default: 'now' },
    ),
    integer('perMinute', 'Calls per minute', { min: 1, max: 6000, default: 60 }),
    integer('maxKb', 'Largest body in KB', { min: 1, max: 1024, default: 256 }),
  ],
  event: [
    { name: 'time', type: 'moment', label: 'Time of the call' },
    { name: 'method', type: 'text', label: 'Method' },
    { name: 'body', type: 'json', label: 'Body, if it is JSON or a form' },
    { name: 'text', type: 'text', label: 'Body as text' },
    { name: 'query', type: 'json', label: 'Parameters of the address' },
    { name: 'headers', type: 'json', label: 'Headers' },
  ],
  check: ({ methods }) => (methods?.length === 0 ? { methods: 'Choose at least one' } : null),
});
