/** @import { Endpoint, Example } from '../endpoints.js' */
/** @import { Caller } from '../rights.js' */
/** @import { Offered } from './offered.js' */
/** @import { TableInfo } from './visible-tables.js' */
import { offeredTo } from './offered.js';

const UUID = '00000000-0000-7000-8000-000000000000';

/**
 * A call that can be tried: `path` under /api/v1 with its query, `says` a key of the texts, `body` an example.
 *
 * @typedef {{ id: string, method: string, path: string, says: string, right: string, body: string | null, upload:
 *   boolean }} Call
 */

/** What the docs page shows. @param {readonly Endpoint[]} endpoints @param {readonly TableInfo[]} tables @param {Caller} caller */
export function docsModel(endpoints, tables, caller) {
  const offered = offeredTo(endpoints, tables, caller).filter(({ endpoint }) => endpoint.examples);
  /** @param {readonly Offered[]} some */
  const callsOf = (some) =>
    some.flatMap(({ endpoint, table }) =>
      (endpoint.examples?.(table, tables) ?? []).map((example) => callOf(endpoint, table, example)),
    );
  const shared = offered.filter(({ table }) => table === null);
  const groups = [...Map.groupBy(shared, ({ endpoint }) => endpoint.tag)].map(([tag, some]) => ({
    id: `_${tag}`,
    title: `api.docs.${tag}`,
    says: `api.docs.${tag}.lead`,
    calls: callsOf(some),
  }));
  return {
    tables: tables.map((table) => ({ ...table, calls: callsOf(offered.filter((one) => one.table === table)) })),
    groups: groups.filter(({ calls }) => calls.length > 0),
  };
}

/** @param {Endpoint} endpoint @param {TableInfo | null} table @param {Example} example @returns {Call} */
function callOf({ method, path, right, tag }, table, { says, query = '', body, right: shown, isUpload = false }) {
  const id = table && table.key !== 'uuid' ? '1' : UUID;
  const rights = /** @type {Record<string, string> | undefined} */ (table?.rights);
  return {
    id: `${table?.name ?? `_${tag}`}.${says.replace('file.', '')}`,
    method,
    says: `api.docs.${says}`,
    upload: isUpload,
    path: `/${path.replace(':table', table?.name ?? '').replace(':id', id)}${query}`,
    right: rights?.[shown ?? right] ?? 'all',
    body: body ? JSON.stringify(body, null, 2) : null,
  };
}
