/** @import { Catalog } from '@plinth/plugin' */
/** @import { ChangeStream } from '../../postgres/changes/types.d.ts' */

/**
 * Makes sure that the stream includes tables created a moment ago before a subscription reports that it is complete.
 * Done once for each Catalog, and again after tables were changed by SQL.
 *
 * @param {Pick<ChangeStream, 'cover' | 'subscribe'>} stream @param {() => Error} refusal
 */
export function createCover(stream, refusal) {
  /** @type {{ catalog: Catalog, done: Promise<unknown> } | null} */
  let covered = null;
  const off = stream.subscribe(({ kind }) => kind === 'reset' && (covered = null));
  return {
    close: off,
    /** Resolves when the stream includes all tables of a Catalog. @param {Catalog} catalog */
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
