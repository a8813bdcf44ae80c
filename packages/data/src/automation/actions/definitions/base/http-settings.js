/** @import { HttpRequest, SettingsSchema, Values } from '@plinth/plugin' */
import { expression, field, integer, list, longtext, secret, select } from '@plinth/plugin/settings';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const TEXT = Object.freeze({ expressions: true, withSecrets: true });
const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** @type {SettingsSchema} */
export const HTTP_SETTINGS = [
  select('method', 'action.http_request.method', METHODS, { default: 'POST' }),
  {
    name: 'url',
    type: 'text',
    label: 'action.address',
    required: true,
    max: 4000,
    ...TEXT,
    help: 'action.http_request.url.help',
  },
  select(
    'auth',
    'action.http_request.auth',
    {
      none: 'action.http_request.auth.none',
      bearer: 'action.http_request.auth.bearer',
      basic: 'action.http_request.auth.basic',
    },
    { default: 'none' },
  ),
  {
    name: 'authUser',
    type: 'text',
    label: 'action.http_request.authUser',
    max: 300,
    ...TEXT,
    showIf: { name: 'auth', in: ['basic'] },
  },
  secret('authSecret', 'action.http_request.authSecret', { showIf: { name: 'auth', in: ['bearer', 'basic'] } }),
  list(
    'headers',
    'action.http_request.headers',
    [
      { name: 'name', type: 'text', label: 'action.name', required: true, max: 100, pattern: '[A-Za-z0-9_-]+' },
      { name: 'value', type: 'text', label: 'action.value', max: 4000, ...TEXT },
    ],
    { max: 30 },
  ),
  select(
    'body',
    'action.http_request.body',
    {
      none: 'action.http_request.auth.none',
      json: 'action.http_request.body.json',
      form: 'action.http_request.body.form',
      text: 'action.text',
    },
    { default: 'json', showIf: { name: 'method', in: WITH_BODY } },
  ),
  list(
    'values',
    'action.values',
    [
      {
        name: 'name',
        type: 'text',
        label: 'action.name',
        required: true,
        max: 200,
        pattern: '[^.]+(\\.[^.]+)*',
        patternMessage: 'Use a name such as customer or customer.name',
      },
      select(
        'source',
        'action.setTo',
        { expression: 'action.formula', text: 'action.text' },
        { default: 'expression' },
      ),
      expression('value', 'action.expression', { showIf: { name: 'source', in: ['expression'] } }),
      {
        name: 'text',
        type: 'text',
        label: 'action.text',
        max: 4000,
        ...TEXT,
        showIf: { name: 'source', in: ['text'] },
      },
    ],
    {
      max: 100,
      showIf: { name: 'body', in: ['json', 'form'] },
      help: 'action.http_request.values.help',
    },
  ),
  longtext('text', 'action.text', { ...TEXT, showIf: { name: 'body', in: ['text'] } }),
  {
    name: 'contentType',
    type: 'text',
    label: 'action.http_request.contentType',
    max: 100,
    default: 'text/plain; charset=utf-8',
    showIf: { name: 'body', in: ['text'] },
  },
  secret('sign', 'action.http_request.sign', {
    help: 'action.http_request.sign.help',
  }),
  {
    name: 'accept',
    type: 'text',
    label: 'action.http_request.accept',
    max: 100,
    default: '200-299',
    pattern: ' *\\d{3}( *- *\\d{3})?( *, *\\d{3}( *- *\\d{3})?)* *',
    patternMessage: 'Use numbers such as 200-299, 404',
    help: 'action.http_request.accept.help',
  },
  integer('seconds', 'action.seconds', { min: 1, max: 30, default: 10 }),
  list(
    'fields',
    'action.http_request.fields',
    [
      field('field', 'action.field', { required: true }),
      { name: 'path', type: 'text', label: 'action.http_request.fields.path', max: 300 },
    ],
    {
      max: 50,
      help: 'action.http_request.fields.help',
    },
  ),
  select(
    'show',
    'action.http_request.show',
    {
      none: 'action.http_request.show.none',
      text: 'action.http_request.show.text',
      answer: 'action.http_request.show.answer',
    },
    { default: 'none' },
  ),
  {
    name: 'message',
    type: 'text',
    label: 'action.message',
    max: 300,
    expressions: true,
    showIf: { name: 'show', in: ['text'] },
  },
  {
    name: 'showPath',
    type: 'text',
    label: 'action.http_request.fields.path',
    max: 300,
    showIf: { name: 'show', in: ['answer'] },
  },
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
