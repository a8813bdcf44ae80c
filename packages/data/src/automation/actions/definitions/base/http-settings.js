/** @import { HttpRequest, SettingsSchema, Values } from '@plinth/plugin' */
import { expression, field, integer, list, longtext, secret, select } from '@plinth/plugin/settings';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const TEXT = Object.freeze({ expressions: true, withSecrets: true });
const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** @type {SettingsSchema} */
export const HTTP_SETTINGS = [
  select('method', 'Method', METHODS, { default: 'POST' }),
  {
    name: 'url',
    type: 'text',
    label: 'Address',
    required: true,
    max: 4000,
    ...TEXT,
    help: 'For example https://api.example.com/orders/{{ row.id }}. A secret goes in as {{ secrets.name }}.',
  },
  select(
    'auth',
    'Authentication',
    { none: 'None', bearer: 'Bearer token', basic: 'User and password' },
    { default: 'none' },
  ),
  { name: 'authUser', type: 'text', label: 'User', max: 300, ...TEXT, showIf: { name: 'auth', in: ['basic'] } },
  secret('authSecret', 'Secret', { showIf: { name: 'auth', in: ['bearer', 'basic'] } }),
  list(
    'headers',
    'Headers',
    [
      { name: 'name', type: 'text', label: 'Name', required: true, max: 100, pattern: '[A-Za-z0-9_-]+' },
      { name: 'value', type: 'text', label: 'Value', max: 4000, ...TEXT },
    ],
    { max: 30 },
  ),
  select(
    'body',
    'Body',
    { none: 'None', json: 'JSON', form: 'Form fields', text: 'Text' },
    { default: 'json', showIf: { name: 'method', in: WITH_BODY } },
  ),
  list(
    'values',
    'Values',
    [
      {
        name: 'name',
        type: 'text',
        label: 'Name',
        required: true,
        max: 200,
        pattern: '[^.]+(\\.[^.]+)*',
        patternMessage: 'Use a name such as customer or customer.name',
      },
      select('source', 'Set to', { expression: 'Formula…', text: 'Text' }, { default: 'expression' }),
      expression('value', 'Expression', { showIf: { name: 'source', in: ['expression'] } }),
      { name: 'text', type: 'text', label: 'Text', max: 4000, ...TEXT, showIf: { name: 'source', in: ['text'] } },
    ],
    {
      max: 100,
      showIf: { name: 'body', in: ['json', 'form'] },
      help: 'A dot in a name makes an object in an object: customer.name.',
    },
  ),
  longtext('text', 'Text', { ...TEXT, showIf: { name: 'body', in: ['text'] } }),
  {
    name: 'contentType',
    type: 'text',
    label: 'Content type',
    max: 100,
    default: 'text/plain; charset=utf-8',
    showIf: { name: 'body', in: ['text'] },
  },
  secret('sign', 'Sign with', {
    help: 'Adds the header Plinth-Signature, from which the receiver knows that the request comes from here.',
  }),
  {
    name: 'accept',
    type: 'text',
    label: 'Accepted statuses',
    max: 100,
    default: '200-299',
    pattern: ' *\\d{3}( *- *\\d{3})?( *, *\\d{3}( *- *\\d{3})?)* *',
    patternMessage: 'Use numbers such as 200-299, 404',
    help: 'Any other status is an error. In triggers, 429 and those from 500 are tried again later.',
  },
  integer('seconds', 'Time limit in seconds', { min: 1, max: 30, default: 10 }),
  list(
    'fields',
    'Store the answer',
    [
      field('field', 'Field', { required: true }),
      { name: 'path', type: 'text', label: 'Part of the answer', max: 300 },
    ],
    {
      max: 50,
      help: 'A path in the JSON of the answer, such as data.items.0.id. Empty: the whole text. @status: the status.',
    },
  ),
  select('show', 'Then show', { none: 'Nothing', text: 'A text', answer: 'A part of the answer' }, { default: 'none' }),
  {
    name: 'message',
    type: 'text',
    label: 'Message',
    max: 300,
    expressions: true,
    showIf: { name: 'show', in: ['text'] },
  },
  { name: 'showPath', type: 'text', label: 'Part of the answer', max: 300, showIf: { name: 'show', in: ['answer'] } },
];

/** The request that settings describe. @param {Values} config @param {string} [key] @returns {HttpRequest} */
export function requestOf(config, key) {
  const { method = 'POST', url = '', auth = 'none', authUser = '', authSecret, headers = [], sign, seconds } = config;
  return {
    method,
    url,
    sign,
    seconds,
    key,
    headers: headers.map((/** @type {any} */ { name, value = '' }) => ({ name, value })),
    ...(auth !== 'none' && { auth: { type: auth, user: authUser, secret: authSecret } }),
    ...(method !== 'GET' && { body: bodyOf(config) }),
  };
}

/** @param {Values} config @returns {HttpRequest['body']} */
function bodyOf({ body = 'json', values = [], text = '', contentType = '' }) {
  if (body === 'none') return undefined;
  if (body === 'text') return { type: 'text', text, contentType };
  return {
    type: body,
    values: values.map((/** @type {any} */ { name, source = 'expression', value, text: own = '' }) =>
      source === 'text' || !value ? { name, text: own } : { name, expression: value },
    ),
  };
}
