/** @import { TableInfo } from './visible-tables.js' */

/** How often the answers of all addresses stand for each other. */
const PROBLEM = { $ref: '#/components/responses/Problem' };
const LIST_PARAMETERS = [
  ['filter', 'A condition in CEL about `row`, `user`, `now` and `today`, such as `row.hours > 3`'],
  ['q', 'Words to look for'],
  ['sort', 'Fields, parted by commas; `-` before a name turns the order round'],
  ['fields', 'Only these fields'],
  ['expand', 'Relations to be shown as rows, also in steps: `project.owner`'],
  ['after', 'Cursor of the next page, as the answer or its Link header gave it'],
  ['before', 'Cursor of the previous page'],
  ['aggregate', 'Totals: `count`, or `sum`, `avg`, `min`, `max` of a field: `sum(hours)`'],
  ['group', 'Fields to gather rows by; dates by step: `created_at:month`'],
];

/**
 * The description of the API for somebody: the tables, operations and fields that he may use, and no others.
 *
 * @param {readonly TableInfo[]} tables @param {{ title: string, version: string, url: string }} site
 */
export function openapi(tables, { title, version, url }) {
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version, description: 'Rows by HTTP. See docs/reference/api.md.' },
    servers: [{ url: `${url}/api/v1` }],
    security: [{ token: [] }, {}],
    tags: tables.map(({ name, label, description }) => ({ name, description: description || label })),
    paths: Object.fromEntries(tables.flatMap(tablePaths)),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: problemSchema(),
        ...Object.fromEntries(tables.flatMap(tableSchemas)),
      },
      responses: {
        Problem: { description: 'What went wrong', content: content('application/problem+json', 'Problem') },
      },
    },
  };
}

/** @param {TableInfo} table @returns {[string, object][]} */
function tablePaths(table) {
  const { name, rights, label } = table;
  const id = { name: 'id', in: 'path', required: true, schema: { type: table.key === 'uuid' ? 'string' : 'integer' } };
  const row = {
    description: 'The row',
    content: content('application/json', name),
    headers: { ETag: text('Its version') },
  };
  const body = (/** @type {string} */ schema) => ({ required: true, content: content('application/json', schema) });
  /** @param {string} verb @param {string} summary @param {object} more */
  const operation = (verb, summary, more) => ({
    ...{ tags: [name], operationId: `${verb}_${name}`, summary: `${summary} ${label}`, ...more },
  });
  const list = operation('list', 'List', { parameters: listParameters(table), responses: listAnswers(name) });
  const create = operation('create', 'Add to', {
    parameters: [header('Idempotency-Key')],
    requestBody: body(`${name}_input`),
    responses: { 201: row, default: PROBLEM },
  });
  const get = operation('get', 'One of', {
    parameters: [header('If-None-Match')],
    responses: { 200: row, 304: { description: 'Not changed' }, default: PROBLEM },
  });
  const update = operation('update', 'Change one of', {
    parameters: [header('If-Match')],
    requestBody: body(`${name}_changes`),
    responses: { 200: row, default: PROBLEM },
  });
  const remove = operation('delete', 'Delete one of', {
    parameters: [header('If-Match')],
    responses: { 204: { description: 'Gone' }, default: PROBLEM },
  });
  const may = (/** @type {'read' | 'create' | 'update' | 'delete'} */ right) => rights[right] !== 'none';
  const all = { ...(may('read') && { get: list }), ...(may('create') && { post: create }) };
  const one = {
    ...(may('read') && { get }),
    ...(may('update') && { patch: update }),
    ...(may('delete') && { delete: remove }),
  };
  /** @type {[string, object][]} */
  const paths = [];
  if (Object.keys(all).length > 0) paths.push([`/tables/${name}/rows`, all]);
  if (Object.keys(one).length > 0) paths.push([`/tables/${name}/rows/{id}`, { parameters: [id], ...one }]);
  return paths;
}

/** @param {TableInfo} table */
function listParameters({ fields }) {
  const query = (
    /** @type {string} */ name,
    /** @type {string} */ description,
    schema = /** @type {object} */ ({ type: 'string' }),
  ) => ({ name, in: 'query', description, schema });
  return [
    ...LIST_PARAMETERS.map(([name, description]) => query(name, description)),
    query('limit', 'Rows per page', { type: 'integer', minimum: 1, maximum: 500, default: 50 }),
    query('count', 'Whether all rows are counted', {
      type: 'string',
      enum: ['exact', 'estimate', 'none'],
      default: 'none',
    }),
    ...fields.map(({ name, label }) => query(name, `${label} is this; ${name}.gt= and so on compare otherwise`)),
  ];
}

/** @param {string} name */
function listAnswers(name) {
  const rows = { type: 'array', items: { type: 'object', description: `Rows of ${name}, or groups of them` } };
  const cursor = { type: ['string', 'null'] };
  const properties = {
    rows,
    count: { type: 'integer' },
    totals: { type: 'object' },
    more: { type: 'boolean' },
    next: cursor,
    previous: cursor,
  };
  const schema = { type: 'object', required: ['rows'], properties };
  return {
    200: {
      description: 'A page of rows',
      headers: { Link: text('The next and the previous page') },
      content: { 'application/json': { schema }, 'application/x-ndjson': {}, 'text/csv': {} },
    },
    default: PROBLEM,
  };
}

/** @param {TableInfo} table @returns {[string, object][]} */
function tableSchemas({ name, fields }) {
  const described = (/** @type {readonly any[]} */ list) =>
    Object.fromEntries(
      list.map(({ name: field, label, description, schema }) => [
        field,
        { title: label, ...(description && { description }), ...schema },
      ]),
    );
  const inputs = fields.filter(({ readOnly }) => !readOnly);
  const properties = described(inputs);
  const needed = inputs.filter(({ required, hasDefault }) => required && !hasDefault).map((field) => field.name);
  return [
    [name, { type: 'object', required: ['id'], properties: described(fields) }],
    [
      `${name}_input`,
      { type: 'object', ...(needed.length > 0 && { required: needed }), properties, additionalProperties: false },
    ],
    [`${name}_changes`, { type: 'object', properties, additionalProperties: false }],
  ];
}

function problemSchema() {
  const string = { type: 'string' };
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'code'],
    properties: {
      type: string,
      title: string,
      detail: string,
      status: { type: 'integer' },
      code: string,
      hint: string,
      request: string,
      fields: { type: 'object', additionalProperties: string },
    },
  };
}

/** @param {string} type @param {string} schema */
const content = (type, schema) => ({ [type]: { schema: { $ref: `#/components/schemas/${schema}` } } });
/** @param {string} description */
const text = (description) => ({ description, schema: { type: 'string' } });
/** @param {string} name */
const header = (name) => ({ name, in: 'header', schema: { type: 'string' } });
