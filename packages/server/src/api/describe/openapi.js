/** @import { TableInfo } from './visible-tables.js' */
/** @import { Caller } from './shared-paths.js' */
import { PROBLEM_NAME, text } from './parts.js';
import { sharedPaths } from './shared-paths.js';
import { problemSchema, tableSchemas } from './schemas.js';
import { tablePaths } from './table-paths.js';

/**
 * The description of the API for somebody: the tables, operations and fields that he may use, and no others.
 *
 * @param {readonly TableInfo[]} tables @param {Caller} caller @param {{ title: string, version: string, url: string, cookie: string }} site
 */
export function openapi(tables, caller, { title, version, url, cookie }) {
  const paths = [...tables.flatMap(tablePaths), ...sharedPaths(tables, caller)];
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
    tags: tags(tables, paths),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token: plt_…' },
        session: { type: 'apiKey', in: 'cookie', name: cookie, description: 'The session of a logged-in browser' },
      },
      schemas: { [PROBLEM_NAME]: problemSchema(), ...Object.fromEntries(tables.flatMap(tableSchemas)) },
      responses: {
        Problem: {
          description: 'What went wrong and how to fix it',
          headers: { 'Retry-After': text('For 429 and 503: seconds to wait') },
          content: { 'application/problem+json': { schema: { $ref: `#/components/schemas/${PROBLEM_NAME}` } } },
        },
      },
    },
  };
}

/** @param {readonly TableInfo[]} tables @param {readonly [string, any][]} paths */
function tags(tables, paths) {
  const named = tables.map(({ name, label, description }) => ({ name, description: description || label }));
  const others = paths.flatMap(([, item]) => Object.values(item).flatMap((operation) => operation?.tags ?? []));
  const known = new Set(named.map(({ name }) => name));
  return [...named, ...[...new Set(others)].filter((name) => !known.has(name)).map((name) => ({ name }))];
}
