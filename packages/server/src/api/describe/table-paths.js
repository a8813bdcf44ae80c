/** @import { TableInfo } from './visible-tables.js' */
import { IF_MATCH, IF_NONE_MATCH, KEY, body, json, query, reads, ref, text, writes } from './parts.js';
import { results } from './schemas.js';

/** @typedef {(verb: string, summary: string, more: object) => object} Operation */

const EXPAND = query(
  'expand',
  'Relations and lists to return as rows, also over several steps: `author.team,comments`',
);
const FIELDS = query('fields', 'Only these fields, separated by commas');
const LIST = [
  query('filter', 'A CEL condition on `row`, `user`, `now` and `today`, such as `row.hours > 3`'),
  query('q', 'Words to search for'),
  query('sort', 'Fields, separated by commas; prefix with `-` for descending order'),
  FIELDS,
  EXPAND,
  query('limit', 'Rows per page', { type: 'integer', minimum: 1, maximum: 500, default: 50 }),
  query('after', 'Cursor of the next page, from the response or its Link header'),
  query('before', 'Cursor of the previous page'),
  query('count', 'How to count all rows', { enum: ['exact', 'estimate', 'none'], default: 'none' }),
  query('aggregate', 'Totals: `count`, or `sum`, `avg`, `min`, `max` of a field: `sum(hours)`'),
  query('group', 'Fields to group by; dates by period: `created_at:month`'),
];

/** The paths of a table, with the methods that the caller may use. @param {TableInfo} table @returns {[string, object][]} */
export function tablePaths(table) {
  const { name, rights, label } = table;
  /** @type {Operation} */
  const operation = (verb, summary, more) => ({
    ...{ tags: [name], operationId: `${verb}_${name}`, summary: `${summary} (${label})`, ...more },
  });
  const may = (/** @type {'read' | 'create' | 'update' | 'delete'} */ right) => rights[right] !== 'none';
  const all = {
    ...(may('read') && { get: list(table, operation) }),
    ...(may('create') && { post: create(table, operation) }),
    ...upsert(table, operation),
    ...(may('update') && { patch: changeMany(table, operation) }),
    ...(may('delete') && { delete: removeMany(table, operation) }),
  };
  const one = {
    ...(may('read') && { get: get(table, operation) }),
    ...(may('update') && { patch: change(table, operation) }),
    ...(may('delete') && { delete: remove(operation) }),
  };
  /** @type {[string, object][]} */
  const paths = [];
  if (Object.keys(all).length > 0) paths.push([`/tables/${name}/rows`, all]);
  const id = { name: 'id', in: 'path', required: true, schema: idOf(table) };
  if (Object.keys(one).length > 0) paths.push([`/tables/${name}/rows/{id}`, { parameters: [id], ...one }]);
  return paths;
}

/** @param {TableInfo} table */
const idOf = ({ key }) => (key === 'uuid' ? { type: 'string', format: 'uuid' } : { type: 'integer' });

/** @param {TableInfo} table */
const row = ({ name }) => ({
  description: 'The row',
  content: json(ref(name)),
  headers: { ETag: text('Its version') },
});
/** @param {TableInfo} table @param {string} doing */
const many = ({ name }, doing) => ({ description: doing, content: json(results(name, doing)) });

/** @param {TableInfo} table @param {Operation} operation */
function list(table, operation) {
  const compared = table.fields.map(({ name, label }) =>
    query(name, `${label} equals this value; \`${name}.gt=\` and so on for other comparisons`),
  );
  const known = new Set(LIST.map(({ name }) => name));
  const cursor = { type: ['string', 'null'] };
  const properties = {
    rows: { type: 'array', items: { anyOf: [ref(table.name), { type: 'object', description: 'A group of rows' }] } },
    ...{ count: { type: 'integer' }, totals: { type: 'object' }, next: cursor, previous: cursor },
    more: { type: 'boolean', description: 'For groups: whether there are more' },
  };
  const page = {
    description: 'A page of rows, or all rows as a stream with `Accept: application/x-ndjson` or `text/csv`',
    headers: { Link: text('Next and previous page') },
    content: {
      ...json({ type: 'object', required: ['rows'], properties }),
      ...{ 'application/x-ndjson': {}, 'text/csv': {} },
    },
  };
  const parameters = [...LIST, ...compared.filter(({ name }) => !known.has(name))];
  return operation('list', 'List rows', { parameters, responses: reads({ 200: page }) });
}

/** @param {TableInfo} table @param {Operation} operation */
function get(table, operation) {
  const responses = reads({ 200: row(table), 304: { description: 'Not modified' } });
  return operation('get', 'Read a row', { parameters: [FIELDS, EXPAND, IF_NONE_MATCH], responses });
}

/** @param {TableInfo} table @param {Operation} operation */
function create(table, operation) {
  const input = ref(`${table.name}_input`);
  const made = { ...row(table), headers: { ETag: text('Its version'), Location: text('URL of the row') } };
  return operation('create', 'Add one or more rows', {
    parameters: [KEY],
    requestBody: body({ oneOf: [input, listOf(input)] }),
    responses: writes({ 200: many(table, 'For a list: the result of each row'), 201: made }),
  });
}

/** @param {TableInfo} table @param {Operation} operation */
function upsert(table, operation) {
  const { name, rights, fields } = table;
  const unique = fields.filter((field) => field.unique && !field.readOnly);
  if (unique.length === 0 || (rights.create === 'none' && rights.update === 'none')) return {};
  const by = query('by', 'The unique field that identifies rows', { enum: unique.map((field) => field.name) });
  const values = ref(rights.create === 'none' ? `${name}_changes` : `${name}_input`);
  const put = operation('put', 'Update the row with this value of a unique field, or insert it', {
    parameters: [{ ...by, required: true }, IF_MATCH],
    requestBody: body({ oneOf: [values, listOf(values)] }),
    responses: writes({ 200: eitherOf(table), 201: row(table) }),
  });
  return { put };
}

/** @param {TableInfo} table */
const eitherOf = (table) => ({
  description: 'The changed row; for a list: the result of each row',
  content: json({ anyOf: [ref(table.name), results(table.name, 'The result of each row')] }),
});

/** @param {TableInfo} table @param {Operation} operation */
function change(table, operation) {
  return operation('update', 'Change a row', {
    parameters: [IF_MATCH, KEY],
    requestBody: body(ref(`${table.name}_changes`)),
    responses: writes({ 200: row(table) }),
  });
}

/** @param {TableInfo} table @param {Operation} operation */
function changeMany(table, operation) {
  const item = { type: 'object', required: ['id'], properties: { id: idOf(table) } };
  return operation('update_many', 'Change several rows', {
    parameters: [KEY],
    requestBody: body(listOf(item)),
    responses: writes({ 200: many(table, 'The result of each row') }),
  });
}

/** @param {Operation} operation */
function remove(operation) {
  return operation('delete', 'Delete a row', {
    parameters: [IF_MATCH, KEY],
    responses: writes({ 204: { description: 'Deleted' } }),
  });
}

/** @param {TableInfo} table @param {Operation} operation */
function removeMany(table, operation) {
  return operation('delete_many', 'Delete several rows', {
    parameters: [KEY],
    requestBody: body(listOf(idOf(table))),
    responses: writes({ 200: many(table, 'The result of each row') }),
  });
}

/** @param {object} items */
const listOf = (items) => ({ type: 'array', items, minItems: 1, maxItems: 1000 });
