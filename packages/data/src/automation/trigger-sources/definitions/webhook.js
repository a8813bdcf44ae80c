import { defineTriggerSource } from '@plinth/plugin';

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
    {
      name: 'check',
      type: 'select',
      label: 'How calls are checked',
      default: 'timed',
      options: [
        { value: 'timed', label: 'Signature of the time and the body (HMAC SHA-256)' },
        { value: 'body', label: 'Signature of the body alone, as GitHub does it' },
        { value: 'header', label: 'Secret in a header' },
        { value: 'none', label: 'Not at all: anybody who knows the address can call' },
      ],
    },
    {
      name: 'header',
      type: 'text',
      label: 'Header with the signature or secret',
      default: 'X-Hook-Signature',
      pattern: HEADER,
      showIf: { name: 'check', in: ['timed', 'body', 'header'] },
    },
    {
      name: 'timeHeader',
      type: 'text',
      label: 'Header with the time',
      default: 'X-Hook-Timestamp',
      help: 'Seconds since 1970. Calls older than five minutes, and the same call twice, are refused.',
      pattern: HEADER,
      showIf: { name: 'check', in: ['timed'] },
    },
    {
      name: 'methods',
      type: 'multiselect',
      label: 'Methods',
      default: ['POST'],
      options: METHODS.map((value) => ({ value, label: value })),
    },
    {
      name: 'answer',
      type: 'select',
      label: 'Answer',
      default: 'now',
      options: [
        { value: 'now', label: 'At once, while the steps run (202)' },
        { value: 'done', label: 'When the steps are done (200)' },
      ],
    },
    { name: 'perMinute', type: 'integer', label: 'Calls per minute', min: 1, max: 6000, default: 60 },
    { name: 'maxKb', type: 'integer', label: 'Largest body in KB', min: 1, max: 1024, default: 256 },
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
