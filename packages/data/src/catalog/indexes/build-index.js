/** @import { Registry, Values } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../types.d.ts' */
/** @import { Log } from '../../create-data.js' */
import { indexSql } from '../ddl/indexes.js';
import { physicalModel } from '../ddl/model.js';
import { namesIn, quotedIn } from '../ddl/names.js';
import { asStatement, fixed, ident, k, sql } from '../../postgres/sql/index.js';
import { hasTrigrams } from '../ddl/index-builds.js';

/**
 * Errors that a retry can fix: interrupted by an edit, out of connections, timed out, or the server is shutting down.
 */
const PASSING = /^(57|53|55P03|40|08)/;
const NO_TRIGRAMS = 'This database has no extension pg_trgm. Let its administrator run: create extension pg_trgm';

/**
 * Builds one index, after removing what an interrupted build has left.
 *
 * @param {any} client @param {string} name
 * @param {{ catalog: StoredCatalog, registry: Registry, log: Log, onPid(pid: number): void }} context
 *   onPid: is told the building connection's process id
 * @returns {Promise<boolean>} false: to be retried
 */
export async function buildIndex(client, name, { catalog, registry, log, onPid }) {
  const definition = definitionOf(catalog, registry, name);
  // Its table is in the trash, or an edit has just removed the index.
  if (!definition) return true;
  const run = (/** @type {import('../../postgres/sql/statement.js').Query} */ query) =>
    client.query(asStatement(query));
  const started = performance.now();
  try {
    if (definition.needsTrigrams && !(await hasTrigrams(client))) throw new Error(NO_TRIGRAMS);
    const [claimed] = (await run(claim(name))).rows;
    if (!claimed) return true;
    onPid(claimed.pid);
    await run(drop(name));
    await run(sql`create index concurrently ${ident(name)} on ${fixed(definition.sql)}`);
    const { rowCount } = await run(k('plinth.index_builds').where({ name }).delete());
    // An edit removed the index meanwhile.
    if (rowCount === 0) await run(drop(name));
    log.info('index.built', { index: name, ms: Math.round(performance.now() - started) });
  } catch (error) {
    const { code = '', message } = /** @type {Values} */ (error);
    if (PASSING.test(code) || client.connection?.stream.destroyed) return false;
    log.warn('index.failed', { index: name, error: message });
    await run(drop(name));
    await run(k('plinth.index_builds').where({ name }).update({ error: message, pid: null }));
  }
  return true;
}

/** @param {string} name */
const drop = (name) => sql`drop index concurrently if exists ${ident('app', name)}`;

/** Announces the building connection, so that an edit can cancel it. @param {string} name */
const claim = (name) =>
  k('plinth.index_builds')
    .where({ name })
    .update({ pid: k.raw('pg_backend_pid()') })
    .returning('pid');

/**
 * Table, method and columns of an index.
 *
 * @param {StoredCatalog} catalog @param {Registry} registry @param {string} name
 */
function definitionOf(catalog, registry, name) {
  const model = physicalModel(catalog, registry);
  for (const table of model.tables.values()) {
    const index = table.indexes.get(name);
    if (!index) continue;
    const sql = `${quotedIn(model, table.id)} ${indexSql(index, namesIn(model))}`;
    return { sql, needsTrigrams: index.kind === 'trigrams' };
  }
  return null;
}
