/** @import { Catalog } from '@plinth/plugin' */
/** @import { ChangeStream } from '../changes/types.d.ts' */

/**
 * Whoever is told that he hears everything from now on must hear of tables, too, that were made a moment ago. Asked of the
 * stream once for each Catalog, and again when tables were changed by SQL.
 *
 * @param {Pick<ChangeStream, 'cover' | 'subscribe'>} stream @param {() => Error} refusal
 */
export function createCover(stream, refusal) {
  /** @type {{ catalog: Catalog, done: Promise<unknown> } | null} */
  let covered = null;
  const off = stream.subscribe(({ kind }) => kind === 'reset' && (covered = null));
  return {
    close: off,
    /** Resolves when the stream tells of all tables of a Catalog. @param {Catalog} catalog */
    async of(catalog) {
      if (covered?.catalog !== catalog) covered = { catalog, done: stream.cover() };
      const mine = covered;
      try {
        await mine.done;
      } catch {
        // The next one tries again.
        if (covered === mine) covered = null;
        throw refusal();
      }
    },
  };
}
