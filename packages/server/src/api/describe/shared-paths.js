/** @import { TableInfo } from './visible-tables.js' */
import { IF_NONE_MATCH, KEY, body, header, json, query, reads, text, writes } from './parts.js';

/**
 * Who asks, as far as it decides what there is for him.
 *
 * @typedef {{ isAdmin: boolean, signedIn: boolean, operations: readonly string[] | null }} Caller isAdmin: without limits
 */

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const BYTES = { type: 'string', format: 'binary' };
const file = {
  type: 'object',
  required: ['id', 'name', 'mime', 'size', 'content'],
  properties: {
    ...{ id: { type: 'string', format: 'uuid' }, name: { type: 'string' }, mime: { type: 'string' } },
    ...{ size: { type: 'integer' }, sha256: { type: 'string' }, content: { type: 'string' } },
    ...{ width: { type: ['integer', 'null'] }, height: { type: ['integer', 'null'] } },
    created_at: { type: 'string', format: 'date-time' },
  },
};
const fileAnswer = { description: 'The file', content: json(file) };

/** What is of no table, as far as the caller may use it. @param {readonly TableInfo[]} tables @param {Caller} caller @returns {[string, any][]} */
export function sharedPaths(tables, caller) {
  const mayWrite = tables.some(({ rights }) =>
    [rights.create, rights.update, rights.delete].some((one) => one !== 'none'),
  );
  const mayRead = tables.some(({ rights }) => rights.read !== 'none');
  return [
    ...(mayWrite ? [transactions()] : []),
    ...filePaths(tables, caller),
    ...(mayRead ? [changes()] : []),
    ...(caller.isAdmin ? [edits(), ...revisions()] : []),
    ...described(),
  ];
}

/** @returns {[string, object]} */
function transactions() {
  const reference = { description: 'A key, or { row: n }: that of the row of step n' };
  const step = {
    type: 'object',
    required: ['op', 'table'],
    properties: {
      ...{ op: { enum: ['insert', 'update', 'delete'] }, table: { type: 'string' }, id: reference },
      values: { type: 'object' },
      expect: { type: 'object', description: 'Values that the row must still have' },
    },
    additionalProperties: false,
  };
  const steps = { type: 'array', items: step, minItems: 1, maxItems: 1000 };
  const results = { type: 'array', items: { type: 'object', description: 'The row as it is now' } };
  const done = { description: 'All of it is done', content: json({ type: 'object', properties: { results } }) };
  const post = {
    ...{ tags: ['transactions'], operationId: 'transaction', summary: 'Write to several tables, all or nothing' },
    parameters: [KEY],
    requestBody: body({ type: 'object', required: ['steps'], properties: { steps } }),
    responses: writes({ 200: done }),
  };
  return ['/transactions', { post }];
}

/** @param {readonly TableInfo[]} tables @param {Caller} caller @returns {[string, object][]} */
function filePaths(tables, { isAdmin, signedIn, operations }) {
  const fields = tables.flatMap((table) => table.fields.filter(({ type }) => type === 'file' || type === 'image'));
  const fills = fields.some(({ readOnly }) => !readOnly);
  if (!isAdmin && fields.length === 0) return [];
  const named = (/** @type {string} */ verb, /** @type {string} */ summary) => ({
    ...{ tags: ['files'], operationId: `${verb}_file`, summary },
  });
  const may = (/** @type {string} */ operation) => operations?.includes(operation) ?? true;
  const get = { ...named('get', 'What is known of a file'), responses: reads({ 200: fileAnswer }) };
  const gone = { description: 'It is gone' };
  const remove = { ...named('delete', 'Take back an upload, or delete a file'), responses: writes({ 204: gone }) };
  const all = {
    ...(isAdmin && { get: listFiles() }),
    ...((isAdmin || fills) && { post: { ...named('upload', 'Upload a file'), ...upload() } }),
  };
  return [
    ...(Object.keys(all).length > 0 ? [/** @type {[string, object]} */ (['/files', all])] : []),
    [
      '/files/{id}',
      { parameters: [ID], ...(may('read') && { get }), ...(signedIn && may('delete') && { delete: remove }) },
    ],
    ...(may('read')
      ? [/** @type {[string, object]} */ (['/files/{id}/content', { parameters: [ID], get: content() }])]
      : []),
  ];
}

const listFiles = () => ({
  ...{ tags: ['files'], operationId: 'list_files', summary: 'Files of a folder, or of all' },
  parameters: [
    query('folder', 'Only files in this folder; empty: those in none'),
    query('q', 'A part of the name'),
    query('limit', 'Files per page', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
    query('after', '`next` of the answer before'),
  ],
  responses: reads({
    200: {
      description: 'Files by name',
      content: json({
        type: 'object',
        required: ['files', 'next'],
        properties: { files: { type: 'array', items: file } },
      }),
    },
  }),
});

const upload = () => ({
  parameters: [
    query('name', 'What it is called, when the body is the content itself'),
    query('table', 'For a field of this table'),
    query('field', 'The field that it is for'),
    query('folder', 'Where a free file is put; for admins'),
  ],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: BYTES } } },
      'application/octet-stream': { schema: BYTES },
    },
  },
  responses: writes({ 201: { ...fileAnswer, headers: { Location: text('Where it is') } } }, [507]),
});

const content = () => ({
  ...{ tags: ['files'], operationId: 'read_file', summary: 'The content of a file' },
  parameters: [header('Range', 'A part: `bytes=0-99`'), IF_NONE_MATCH],
  responses: reads({
    200: { description: 'The content', content: { '*/*': { schema: BYTES } } },
    206: { description: 'The part', content: { '*/*': { schema: BYTES } } },
    304: { description: 'It is the version that you have' },
    416: { description: 'The file has no such part' },
  }),
});

/** @returns {[string, object]} */
function changes() {
  const get = {
    ...{ tags: ['changes'], operationId: 'changes', summary: 'Changes of rows as they happen (server-sent events)' },
    parameters: [
      query('table', 'Rows of these tables, parted by commas'),
      query('view', 'Only that something which these views show may have changed'),
      query('kind', 'Only these kinds: insert, update, delete'),
      query('fields', 'Only these fields'),
      query(
        'filter',
        'Only rows for which this condition in CEL holds; of a single table, like `field=value` and `field.gt=value`',
      ),
      query('last_event_id', 'Where to go on, for a first connection'),
      header('Last-Event-ID', 'Where to go on'),
    ],
    responses: reads({ 200: { description: 'A stream of events', content: { 'text/event-stream': {} } } }),
  };
  return ['/changes', { get }];
}

/** @returns {[string, object]} */
function edits() {
  const properties = {
    edit: { type: 'string', description: 'Its name, such as add-table' },
    input: { type: 'object' },
    dryRun: { type: 'boolean', default: false, description: 'Answers what would change, and changes nothing' },
    expect: { type: 'object', description: 'Versions of objects by id; another one: 409' },
  };
  const schema = { type: 'object', required: ['edit', 'input'], properties, additionalProperties: false };
  const done = { description: 'The revision, or what would change', content: json({ type: 'object' }) };
  const post = {
    ...{ tags: ['edits'], operationId: 'edit', summary: 'Change tables, views, rights: the edits of the admin' },
    requestBody: body(schema),
    responses: writes({ 200: done }),
  };
  return ['/edits', { post }];
}

/** @returns {[string, object][]} */
function revisions() {
  const named = (/** @type {string} */ operationId, /** @type {string} */ summary) => ({
    ...{ tags: ['edits'], operationId, summary },
  });
  const some = (/** @type {string} */ description) => ({ 200: { description, content: json({ type: 'object' }) } });
  const dryRun = { type: 'boolean', default: false, description: 'Answers what would change, and changes nothing' };
  const take = (/** @type {string} */ step) => ({
    ...named(step, `${step === 'undo' ? 'Take back an edit' : 'Make again what was taken back'}, with its data`),
    requestBody: { content: json({ type: 'object', properties: { dryRun }, additionalProperties: false }) },
    responses: writes(some('The revision that it made, or what would change')),
  });
  const list = {
    ...named('list_revisions', 'Edits, the newest first'),
    parameters: [
      query('after', '`next` of the answer before', { type: 'integer', minimum: 1, maximum: 2147483647 }),
      query('limit', 'Edits per page', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
    ],
    responses: reads(some('A page of edits')),
  };
  const get = { ...named('get_revision', 'An edit, with what it changed'), responses: reads(some('The edit')) };
  return [
    ['/revisions', { get: list }],
    ['/revisions/{id}', { parameters: [ID], get }],
    ['/revisions/{id}/undo', { parameters: [ID], post: take('undo') }],
    ['/revisions/{id}/redo', { parameters: [ID], post: take('redo') }],
  ];
}

/** @returns {[string, object][]} */
function described() {
  const get = (/** @type {string} */ operationId, /** @type {string} */ summary) => ({
    get: {
      ...{ tags: ['description'], operationId, summary },
      responses: reads({ 200: { description: summary, content: json({ type: 'object' }) } }),
    },
  });
  return [
    ['/catalog', get('catalog', 'Tables, fields and rights, as far as you may know of them')],
    ['/openapi.json', get('openapi', 'This description')],
  ];
}
