/** @import { Table, Values } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Right } from './rights.js' */
import { readdir } from 'node:fs/promises';
import { importAll } from '@plinth/plugin';

/**
 * An endpoint: each file in endpoints/ exports one as `endpoint`. Its route, OpenAPI, the docs page, the client and the
 * tests of rights are derived from it.
 *
 * @typedef {object} Endpoint
 * @property {'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} method HEAD comes with GET
 * @property {string} path below /api/v1/; `:table`, `:id` and `:comment` are parameters
 * @property {Right} right what the caller needs; checked before the body is read
 * @property {string} name its operationId; with the table's name for endpoints of tables: list_tasks
 * @property {string} summary
 * @property {string} [tag] its group in descriptions; endpoints of tables are grouped by table
 * @property {boolean} [isHot] answered ahead of Express
 * @property {boolean} [isStream] takes no HEAD: a stream has no length
 * @property {boolean} [isUnlisted] for people, so OpenAPI and the client leave it out
 * @property {(table: TableInfo) => boolean} [isOffered] whether a table has it
 * @property {Input} [input]
 * @property {OfTable<Record<number, object>>} output OpenAPI responses by status, without errors
 * @property {readonly number[]} [problems] statuses of errors that only this endpoint has
 * @property {(table: TableInfo | null, tables: readonly TableInfo[]) => readonly Example[]} [examples] calls to try on
 *   the docs page; without it the page leaves the endpoint out
 * @property {(app: App) => (call: Call) => unknown} handle its result is sent as JSON, unless undefined
 *
 * @typedef {object} Input
 * @property {OfTable<Values>} [query] a schema for each parameter, with its description
 * @property {readonly object[]} [headers] OpenAPI parameters
 * @property {OfTable<Values>} [body] schema of the JSON body, which is read before `handle` is called
 * @property {object} [described] what OpenAPI says of the body, where that is more than is checked beforehand
 * @property {boolean} [isOptional] a missing body counts as {}
 * @property {number} [maxBytes] of the body
 * @property {() => Error} [refuse] the error for a body that doesn't match its schema; without it `handle` checks
 * @property {Record<string, object>} [content] OpenAPI content of a body that `handle` reads itself
 *
 * @typedef {{ req: Request, res: Response, actor: Request['ctx']['actor'], table: Table, query: Values,
 *   body: any }} Call
 *   table: of the path; query: parsed parameters (endpoints of tables parse their own)
 * @typedef {import('./describe/visible-tables.js').TableInfo} TableInfo
 * @typedef {{ says: string, query?: string, body?: object, right?: 'read' | 'update', isUpload?: boolean }} Example
 *   says: a key of the texts below api.docs
 */
/**
 * What an endpoint of a table may change for a table.
 *
 * @template T
 * @typedef {T | ((table: any) => T)} OfTable
 */

/** Where they are. */
export const FOLDER = new URL('./endpoints/', import.meta.url);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** @param {readonly URL[]} [folders] @returns {Promise<readonly Endpoint[]>} by path, then by method */
export async function readEndpoints(folders = [FOLDER]) {
  const all = await Promise.all(folders.map(endpointsIn));
  return Object.freeze(all.flat().sort(byAddress));
}

/** @param {URL} folder @returns {Promise<Endpoint[]>} */
async function endpointsIn(folder) {
  const names = (await readdir(folder)).filter((file) => /(?<!\.test|\.long-test)\.js$/.test(file));
  const files = names.map((name) => new URL(name, folder));
  return (await importAll(files)).map(({ endpoint }, i) => {
    if (!endpoint) throw new Error(`${files[i].pathname} exports no endpoint`);
    return endpoint;
  });
}

/** @param {Endpoint} a @param {Endpoint} b */
function byAddress(a, b) {
  if (a.path === b.path) return METHODS.indexOf(a.method) - METHODS.indexOf(b.method);
  return a.path < b.path ? -1 : 1;
}
