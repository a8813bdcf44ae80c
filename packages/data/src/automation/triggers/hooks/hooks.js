/** @import { Trigger } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../../catalog/types.d.ts' */
/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { Vault } from '../../../postgres/sealing/vault.js' */
import { sql } from '../../../postgres/sql/index.js';
import { endedRun } from './ended-run.js';
import { createHookAdmin, sealId } from './hook-admin.js';
import { redacted } from './redact.js';
import { limitCalls, startOnce } from './start-once.js';

const PROOFS_KEPT = '15 minutes';

/**
 * @typedef {{ trigger: Trigger, secret: string | null }} Hook
 * @typedef {{ method: string, body?: unknown, text?: string, query: Record<string, string>, headers: Record<string, string> }} Call
 *   headers by name in lower case
 */

/**
 * Addresses that other systems call to start a trigger.
 *
 * @param {{ db: Database, catalog: () => StoredCatalog, vault: Vault, wake: () => void }} context wake: tells the runner that there is
 *   something to do
 */
export function createHooks({ db, catalog, vault, wake }) {
  /** @param {string} id */
  const triggerOf = (id) => catalog().triggers.find((one) => one.id === id && one.source === 'webhook') ?? null;

  /** @param {Trigger} trigger @param {Call} call @param {string | null} proof */
  async function start({ id, options }, call, proof) {
    const { header, timeHeader } = { header: 'X-Hook-Signature', timeHeader: '', ...options };
    const own = [header, timeHeader].map((name) => name.toLowerCase());
    const event = JSON.stringify({
      ...call,
      time: new Date().toISOString(),
      headers: redacted(call.headers, own),
      query: redacted(call.query),
    });
    const run = await startOnce(db, { id, source: 'webhook', event, cause: null, proof });
    wake();
    return run;
  }

  return {
    ...createHookAdmin({ db, vault, triggerOf, start }),

    /** What an address belongs to; null: nothing, or it is turned off. @param {string} address @returns {Promise<Hook | null>} */
    async find(address) {
      const { rows } = await db.query(
        sql`select trigger_id, secret, key_id, sealed from plinth.hooks where address = ${address}`,
      );
      const trigger = rows[0] ? triggerOf(rows[0].trigger_id) : null;
      if (!trigger?.enabled) return null;
      const { secret, key_id: keyId, sealed } = rows[0];
      return { trigger, secret: sealed ? await vault.open(sealId(trigger.id), { keyId, sealed }) : secret };
    },

    /** Counts a call whose signature or secret was wrong. @param {Trigger} trigger */
    refuse: ({ id }) =>
      db.query(sql`update plinth.hooks set refused = refused + 1, refused_at = now() where trigger_id = ${id}::uuid`),

    /** Counts a call. @param {Trigger} trigger @throws {AppError} TOO_MANY_TRIES (429) */
    limit: ({ id, options }) => limitCalls(db, `hook:${id}`, options.perMinute),

    /**
     * Starts the trigger, in answer to a call that was checked.
     *
     * @param {Trigger} trigger @param {Call} call @param {string | null} proof must not come again
     * @returns {Promise<string>} the run's id
     * @throws {AppError} HOOK_REPLAYED, HOOK_NOT_TEXT
     */
    start,

    /** What became of a run, as soon as it ended. @param {string} run @returns {Promise<string>} */
    ended: async (run) => (await endedRun(db, run)).state,

    async sweep() {
      await db.query(sql`delete from plinth.hook_proofs where at < now() - ${PROOFS_KEPT}::interval`);
    },
  };
}
