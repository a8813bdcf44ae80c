/** @import { Index, Registry, Table } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../types.d.ts' */
/** @import { Log } from '../../create-data.js' */
/** @import { Database } from '../../postgres/database/database.js' */
import { suggestIndexes, suggestSearchIndex } from '../model/index-suggestions.js';
import { suggestOwnedIndexes } from '../model/owned-index-suggestions.js';
import { indexName } from '../../postgres/sql/physical.js';
import { createIndexBuilder } from './builder.js';
import { hasTrigrams, unbuiltIndexes } from '../ddl/index-builds.js';

/**
 * Suggested indexes, and those that are still to be built. With a stream they are built in the background; a
 * short-lived command leaves that to the server.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => StoredCatalog, reload(): Promise<unknown>, log: Log,
 *   stream: unknown, onCatalog(listener: (catalog: StoredCatalog) => void): () => void }} context
 */
export function createIndexes({ db, registry, catalog, reload, log, stream, onCatalog }) {
  const builder = createIndexBuilder({ db, registry, catalog, reload, log });
  const off = stream ? onCatalog(builder.check) : () => {};
  if (stream) builder.check(catalog());
  return {
    api: {
      suggest: () => suggestIndexes(catalog(), registry),
      suggestSearch: (/** @type {Table} */ table) => suggestSearchIndex(catalog(), registry, table),
      suggestOwned: (/** @type {Table} */ table) => suggestOwnedIndexes(catalog(), registry, table),
      /** Whether the database supports search indexes. */
      canSearch: () => hasTrigrams(db),
      unbuilt: (/** @type {Table} */ table) => unbuiltIndexes(db, table),
      build: builder.build,
      retry: (/** @type {Index} */ index) => builder.retry(indexName(index)),
    },
    async close() {
      off();
      await builder.close();
    },
  };
}
