/** @import { Index, Registry, Table, View } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../types.d.ts' */
/** @import { Log } from '../../create-data.js' */
/** @import { Memory } from '../../postgres/memory/divide.js' */
/** @import { Database } from '../../postgres/database/database.js' */
import { suggestIndexes, suggestSearchIndex } from '../model/index-suggestions.js';
import { suggestOwnedIndexes } from '../model/owned-index-suggestions.js';
import { indexName } from '../../postgres/sql/physical.js';
import { createIndexBuilder } from './builder.js';
import { bigTables, hasTrigrams, unbuiltIndexes } from '../ddl/index-builds.js';

/**
 * An index that would serve views: `kind` of a search index, `owned`: an access rule limits people to rows of their own.
 * `canSearch`: whether the database supports the search index that is wanted.
 *
 * @typedef {{ fields: string[], views: string[], kind?: 'search', owned?: boolean }} Suggestion
 * @typedef {{ canSearch: boolean, suggested: Suggestion[] }} IndexAdvice
 */

/**
 * Suggested indexes, and those that are still to be built. With a stream they are built in the background; a
 * short-lived command leaves that to the server.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => StoredCatalog, reload(): Promise<unknown>, log: Log,
 *   stream: unknown, onCatalog(listener: (catalog: StoredCatalog) => void): () => void, memory: Memory }} context
 */
export function createIndexes({ db, registry, catalog, reload, log, stream, onCatalog, memory }) {
  const builder = createIndexBuilder({ db, registry, catalog, reload, log, memory });
  const off = stream ? onCatalog(builder.check) : () => {};
  if (stream) builder.check(catalog());
  return {
    api: {
      /**
       * What a table lacks for its views, or for one of them as it is being built.
       *
       * @param {Table} table @param {readonly View[]} [views] @returns {Promise<IndexAdvice>}
       */
      async suggest(table, views) {
        const search = suggestSearchIndex(catalog(), registry, table, views);
        const canSearch = search === null || (await hasTrigrams(db));
        const owned = suggestOwnedIndexes(catalog(), registry, table, views).map((one) => ({ ...one, owned: true }));
        const isCovered = (/** @type {{ fields: string[] }} */ { fields }) =>
          owned.some((one) => fields.every((name, i) => one.fields[i] === name));
        const others = suggestIndexes(catalog(), registry, table, views).filter((one) => !isCovered(one));
        return { canSearch, suggested: [...(search && canSearch ? [search] : []), ...owned, ...others] };
      },
      /** Whether a missing index is felt. @param {Table} table */
      isBig: async (table) => (await bigTables(db, [table])).size > 0,
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
