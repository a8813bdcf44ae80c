/** @import { Trigger } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Database } from '../../postgres/database.js' */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@plinth/plugin';
import { tooManyTries } from '../../people/rate-limits.js';
import { k, sql } from '../../sql/index.js';
import { createHookAdmin } from './hook-admin.js';
import { redacted } from './redact.js';

/** How long a caller waits for the steps. */
const PATIENCE_MS = 25_000;
const PROOFS_KEPT = '15 minutes';
/** Text that PostgreSQL can't store: a zero, or half of a character. */
const NO_TEXT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/**
 * @typedef {{ trigger: Trigger, secret: string | null }} Hook
 * @typedef {{ method: string, body?: unknown, text?: string, query: Record<string, string>, headers: Record<string, string> }} Call
 *   headers by name in lower case
 */

/**
 * Addresses that other systems call to start a trigger.
 *
 * @param {{ db: Database, catalog: () => StoredCatalog, wake: () => void }} context wake: tells the runner that there is
 *   something to do
 */
export function createHooks({ db, catalog, wake }) {
  /** @param {string} id */
  const triggerOf = (id) => catalog().triggers.find((one) => one.id === id && one.source === 'webhook') ?? null;

  /** @param {Trigger} trigger @param {Call} call @param {string | null} proof */
  async function start({ id, options }, call, proof) {
    const { header, timeHeader } = { header: 'X-Hook-Signature', timeHeader: '', ...options };
    const own = [header, timeHeader].map((name) => name.toLowerCase());
    const event = JSON.stringify({
      ...{ ...call, time: new Date().toISOString() },
      ...{ headers: redacted(call.headers, own), query: redacted(call.query) },
    });
    if (NO_TEXT.test(event)) throw notText();
    const { rows } = await db.query(sql`
      with proof as (
        insert into plinth.hook_proofs (trigger_id, proof) values (${id}::uuid, ${proof ?? randomBytes(16).toString('hex')})
        on conflict do nothing returning 1)
      select plinth.start_trigger(${id}::uuid, 'webhook', null, ${event}::jsonb, null, now()) as run from proof`);
    if (rows.length === 0) throw replayed();
    wake();
    return /** @type {string} */ (rows[0].run);
  }

  return {
    ...createHookAdmin({ db, triggerOf, start }),

    /** What an address belongs to; null: nothing, or it is turned off. @param {string} address @returns {Promise<Hook | null>} */
    async find(address) {
      const { rows } = await db.query(sql`select trigger_id, secret from plinth.hooks where address = ${address}`);
      const trigger = rows[0] ? triggerOf(rows[0].trigger_id) : null;
      return trigger?.enabled ? { trigger, secret: rows[0].secret } : null;
    },

    /** Counts a call that was not from who knows the secret. @param {Trigger} trigger */
    refuse: ({ id }) =>
      db.query(sql`update plinth.hooks set refused = refused + 1, refused_at = now() where trigger_id = ${id}::uuid`),

    /** Counts a call. @param {Trigger} trigger @throws {AppError} TOO_MANY_TRIES (429) */
    async limit({ id, options }) {
      const most = options.perMinute ?? 60;
      const { rows } = await db.query(
        sql`select plinth.count_request(${`hook:${id}`}, ${most}::int, interval '1 minute') as wait`,
      );
      if (Number(rows[0].wait) > 0) throw tooManyTries(Number(rows[0].wait));
    },

    /**
     * Starts the trigger, in answer to a call that was checked.
     *
     * @param {Trigger} trigger @param {Call} call @param {string | null} proof must not come again
     * @returns {Promise<string>} the run's id
     * @throws {AppError} HOOK_REPLAYED, HOOK_NOT_TEXT
     */
    start,

    /** What became of a run, as soon as it ended. @param {string} run @returns {Promise<string>} */
    async ended(run) {
      const until = performance.now() + PATIENCE_MS;
      for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
        const { rows } = await db.query(k('plinth.trigger_runs').select('state').where({ id: run }));
        const state = rows[0]?.state ?? 'done';
        if (state !== 'waiting' || performance.now() > until) return state;
        await sleep(wait);
      }
    },

    async sweep() {
      await db.query(sql`delete from plinth.hook_proofs where at < now() - ${PROOFS_KEPT}::interval`);
    },
  };
}

const replayed = () =>
  new AppError('HOOK_REPLAYED', 'This call was already accepted', {
    ...{ status: 409, hint: 'Sign each call anew, with the current time' },
  });

const notText = () =>
  new AppError('HOOK_NOT_TEXT', 'The call contains characters that are not text', {
    ...{ status: 400, hint: 'Leave out zero characters and halves of surrogate pairs' },
  });
