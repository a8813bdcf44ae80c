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
  const reference = { description: 'An ID, or { row: n } for the ID of the row of step n' };
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
  const results = { type: 'array', items: { type: 'object', description: 'The current row' } };
  const done = {
    description: 'All steps have been carried out',
    content: json({ type: 'object', properties: { results } }),
  };
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
  const get = { ...named('get', 'Get the details of a file'), responses: reads({ 200: fileAnswer }) };
  const gone = { description: 'Deleted' };
  const remove = { ...named('delete', 'Undo an upload or delete a file'), responses: writes({ 204: gone }) };
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
  ...{ tags: ['files'], operationId: 'list_files', summary: 'List files, of one folder or all' },
  parameters: [
    query('folder', 'Only files in this folder; empty for files in no folder'),
    query('q', 'Part of the name'),
    query('limit', 'Files per page', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
    query('after', '`next` from the previous response'),
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
    query('name', 'File name, if the body is the content itself'),
    query('table', 'Table of the field'),
    query('field', 'The field that the file is for'),
    query('folder', 'Folder of a file that belongs to no row; admins only'),
  ],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: BYTES } } },
      'application/octet-stream': { schema: BYTES },
    },
  },
  responses: writes({ 201: { ...fileAnswer, headers: { Location: text('Its URL') } } }, [507]),
});

const content = () => ({
  ...{ tags: ['files'], operationId: 'read_file', summary: 'Get the content of a file' },
  parameters: [header('Range', 'A part: `bytes=0-99`'), IF_NONE_MATCH],
  responses: reads({
    200: { description: 'The content', content: { '*/*': { schema: BYTES } } },
    206: { description: 'The requested range', content: { '*/*': { schema: BYTES } } },
    304: { description: 'Not modified' },
    416: { description: 'The range is not satisfiable' },
  }),
});

/** @returns {[string, object]} */
function changes() {
  const get = {
    ...{ tags: ['changes'], operationId: 'changes', summary: 'Stream row changes (server-sent events)' },
    parameters: [
      query('table', 'Only rows of these tables, separated by commas'),
      query('view', 'Only notify that rows shown by these views may have changed'),
      query('kind', 'Only these kinds: insert, update, delete'),
      query('fields', 'Only these fields'),
      query(
        'filter',
        'Only rows that match this CEL condition; requires a single table, as do `field=value` and `field.gt=value`',
      ),
      query('last_event_id', 'Position to resume from, on the first connection'),
      header('Last-Event-ID', 'Position to resume from'),
    ],
    responses: reads({ 200: { description: 'A stream of events', content: { 'text/event-stream': {} } } }),
  };
  return ['/changes', { get }];
}

/** @returns {[string, object]} */
function edits() {
  const properties = {
    edit: { type: 'string', description: 'Name of the edit, such as add-table' },
    input: { type: 'object' },
    dryRun: { type: 'boolean', default: false, description: 'Only return what would change' },
    expect: { type: 'object', description: 'Expected versions of objects by ID; 409 if one differs' },
  };
  const schema = { type: 'object', required: ['edit', 'input'], properties, additionalProperties: false };
  const done = { description: 'The revision, or what would change', content: json({ type: 'object' }) };
  const post = {
    ...{ tags: ['edits'], operationId: 'edit', summary: 'Change tables, views or rights, as in the admin' },
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
  const dryRun = { type: 'boolean', default: false, description: 'Only return what would change' };
  const take = (/** @type {string} */ step) => ({
    ...named(step, `${step === 'undo' ? 'Undo an edit' : 'Redo an undone edit'}, including its data`),
    requestBody: { content: json({ type: 'object', properties: { dryRun }, additionalProperties: false }) },
    responses: writes(some('The resulting revision, or what would change')),
  });
  const list = {
    ...named('list_revisions', 'List edits, newest first'),
    parameters: [
      query('after', '`next` from the previous response', { type: 'integer', minimum: 1, maximum: 2147483647 }),
      query('limit', 'Edits per page', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
    ],
    responses: reads(some('A page of edits')),
  };
  const get = { ...named('get_revision', 'Get an edit and what it changed'), responses: reads(some('The edit')) };
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
    ['/catalog', get('catalog', 'Tables, fields and rights, as far as you have access to them')],
    ['/openapi.json', get('openapi', 'This OpenAPI document')],
  ];
}
