/** @import { Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { fixed, sql } from '../../postgres/sql/index.js';
import { storedJson } from '../../postgres/sql/stored-json.js';

/** How long something counts as running after its process was last heard of, and how often it is heard of. */
const LEASE = fixed(`interval '1 minute'`);
export const LEASE_KEPT_MS = 20_000;
/** How long answers are kept. Browsers send again within seconds. */
const KEPT = fixed(`interval '10 minutes'`);

/** What the first copy was answered. @typedef {{ answer: Values, body: Buffer | null }} Kept */

/**
 * What was sent with a key runs once, whichever process gets the second copy. The steps of an action are several
 * transactions, so what is claimed is the press, not the rows.
 *
 * @param {{ db: Database }} context
 */
export function createPresses({ db }) {
  return {
    /**
     * Claims a press. One whose process died may be claimed again, and one whose answer is older than `repeats` seconds is a
     * new one.
     *
     * @param {Buffer} key @param {{ repeats?: number }} [options] @returns {Promise<boolean>} false: it runs, or was answered
     */
    async claim(key, { repeats = 600 } = {}) {
      const { rowCount } = await db.query(sql`
        insert into plinth.presses as p (key, lease) values (${key}, now() + ${LEASE})
        on conflict (key) do update set lease = excluded.lease, started_at = now(), answer = null, body = null
          where case when p.answer is null then p.lease < now()
            else p.started_at < now() - make_interval(secs => ${repeats}) end`);
      return rowCount === 1;
    },

    /** @param {Buffer} key @returns {Promise<Kept | null>} null: it still runs, or failed and may be claimed */
    async answered(key) {
      const { rows } = await db.query(
        sql`select answer, body from plinth.presses where key = ${key} and answer is not null`,
      );
      return rows[0] ?? null;
    },

    /** It still runs. @param {Buffer} key */
    async keep(key) {
      await db.query(sql`update plinth.presses set lease = now() + ${LEASE} where key = ${key} and answer is null`);
    },

    /** @param {Buffer} key @param {Kept} kept */
    async finish(key, { answer, body }) {
      await db.query(
        sql`update plinth.presses set answer = ${storedJson(answer)}::jsonb, body = ${body} where key = ${key}`,
      );
    },

    /** Nothing was done, or nothing that can be answered again: it may be sent again. @param {Buffer} key */
    async release(key) {
      await db.query(sql`delete from plinth.presses where key = ${key} and answer is null`);
    },

    async sweep() {
      await db.query(sql`delete from plinth.presses where started_at < now() - ${KEPT} and lease < now()`);
    },
  };
}
