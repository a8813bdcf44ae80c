/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Change, ChangeEvent, ChangeStream } from '../../postgres/changes/types.d.ts' */
/** @import { Log } from '../../create-data.js' */

/**
 * Listens to changes of app rows while a listener needs them.
 *
 * @param {{ stream: ChangeStream | null, log: Log, catalog: () => StoredCatalog,
 *   onCatalog(listener: (catalog: StoredCatalog) => void): () => void, isWanted(catalog: StoredCatalog): boolean,
 *   changed(changes: readonly Change[]): void, missed(): void, covered?(): void }} context
 *   missed: changes may have been lost; covered: changes are now heard that were not before
 */
export function createHeardRows({ stream, log, catalog, onCatalog, isWanted, changed, missed, covered = () => {} }) {
  /** @type {(() => void)[]} */
  const offs = [];

  /** The change stream does not include tables created since, until it is told to. @param {StoredCatalog} snapshot */
  function cover(snapshot) {
    if (!isWanted(snapshot)) return;
    stream
      ?.cover()
      .then(covered, (error) => log.debug('tables not covered by the change stream yet', { error: String(error) }));
  }

  /** @param {ChangeEvent} event */
  function hear(event) {
    if (!isWanted(catalog())) return;
    if (event.kind === 'reset') return missed();
    const changes = event.changes.filter(({ schema }) => schema === 'app');
    if (changes.length > 0) changed(changes);
  }

  return {
    start() {
      if (stream) offs.push(stream.subscribe(hear), onCatalog(cover));
    },
    close() {
      for (const off of offs) off();
    },
  };
}
