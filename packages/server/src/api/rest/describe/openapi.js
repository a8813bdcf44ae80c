/** @import { AppFunction, Trigger, Row } from '@plinth/plugin' */
/** @import { Endpoint } from '../endpoints.js' */
/** @import { Caller } from '../rights.js' */
/** @import { Offered } from './offered.js' */
/** @import { TableInfo } from './visible-tables.js' */
import { functionPaths } from './function-paths.js';
import { triggerPaths } from './trigger-paths.js';
import { offeredTo } from './offered.js';
import { headerOf, json, PROBLEM_NAME, problemsOf } from './parts.js';
import { keySchema, problemSchema, tableSchemas } from './schemas.js';

/**
 * The OpenAPI description for a caller: the tables, operations and fields that they may use, and no others.
 *
 * @param {readonly Endpoint[]} endpoints @param {readonly TableInfo[]} tables @param {Caller} caller
 * @param {{ title: string, version: string, url: string, cookie: string }} site
 * @param {readonly AppFunction[]} functions that the caller may call
 * @param {readonly Trigger[]} triggers that the caller may call
 * @param {Record<string, object>} [edits] schemas of what edits take, see `editComponents`
 */
export function openapi(
  endpoints,
  tables,
  caller,
  { title, version, url, cookie },
  functions = [],
  triggers = [],
  edits = {},
) {
  const offered = offeredTo(endpoints, tables, caller).filter(({ endpoint }) => !endpoint.isUnlisted);
  const named = tables.map(({ name, label, description }) => ({ name, description: description || label }));
  const others = [...new Set(offered.flatMap(({ table, endpoint }) => (table ? [] : [endpoint.tag])))];
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version,
      description:
        'Rows, files and changes over HTTP, as far as you have access to them. See `/api/v1/docs` for a readable version.',
    },
    servers: [{ url: `${url}/api/v1` }],
    security: [{ token: [] }, { session: [] }, {}],
    tags: [...named, ...others.map((name) => ({ name }))],
    paths: { ...pathsOf(offered), ...triggerPaths(triggers), ...functionPaths(functions, url) },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token: plt_…' },
        session: { type: 'apiKey', in: 'cookie', name: cookie, description: 'The session of a logged-in browser' },
      },
      schemas: { [PROBLEM_NAME]: problemSchema(), ...Object.fromEntries(tables.flatMap(tableSchemas)), ...edits },
      responses: {
        Problem: {
          description: 'What went wrong and how to fix it',
          headers: { 'Retry-After': headerOf('For 429 and 503: seconds to wait') },
          content: { 'application/problem+json': { schema: { $ref: `#/components/schemas/${PROBLEM_NAME}` } } },
        },
      },
    },
  };
}

const COMMENT_ID = { name: 'comment', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };

/** @param {readonly Offered[]} offered */
function pathsOf(offered) {
  /** @type {Record<string, object>} */
  const paths = {};
  for (const one of offered) {
    const { path, method } = one.endpoint;
    const address = `/${path.replace(':table', one.table?.name ?? '').replace(/:(id|comment)/g, '{$1}')}`;
    const schema = one.table ? keySchema(one.table) : { type: 'string', format: 'uuid' };
    const id = { name: 'id', in: 'path', required: true, schema };
    const parameters = [...(path.includes(':id') ? [id] : []), ...(path.includes(':comment') ? [COMMENT_ID] : [])];
    paths[address] ??= parameters.length > 0 ? { parameters } : {};
    Object.assign(paths[address], { [method.toLowerCase()]: operationOf(one) });
  }
  return paths;
}

/** @param {Offered} offered */
function operationOf({ endpoint, table }) {
  const { method, name, summary, tag, input = {}, output, problems = [] } = endpoint;
  const parameters = [...Object.entries(ofTable(input.query, table) ?? {}).map(parameter), ...(input.headers ?? [])];
  const body = input.described ?? ofTable(input.body, table);
  const content = body ? json(body) : input.content;
  return {
    tags: [table?.name ?? tag],
    operationId: table ? `${name}_${table.name}` : name,
    summary: table ? `${summary} (${table.label})` : summary,
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { ...(!input.isOptional && { required: true }), content } }),
    responses: { ...ofTable(output, table), ...problemsOf(method, problems) },
  };
}

/** @param {[string, Row]} entry */
function parameter([name, { description, isRequired, ...schema }]) {
  return { name, in: 'query', description, schema, ...(isRequired && { required: true }) };
}

/** An endpoint's description for all tables, or for this one. @param {unknown} part @param {TableInfo | null} table */
const ofTable = (part, table) => (typeof part === 'function' ? part(table) : part);
