/** @import { Within } from '../../gate/rows/within.js' */
import { AppError } from '@plinth/plugin';
import { sql } from '../../postgres/sql/index.js';
import { hashOfHook } from './carried.js';
import { wakeToken } from './claims.js';

const KEY = /^[A-Za-z0-9_-]{43}$/;

/**
 * Calls from outside for which a run waits. Each address works once.
 *
 * @param {{ within: <T>(work: (gate: Within) => Promise<T>) => Promise<T>, wake: () => void }} context
 */
export function createHooks({ within, wake }) {
  /** @param {string} key of the address @param {unknown} body JSON @throws {AppError} HOOK_NOT_FOUND also if nothing waits for it any more */
  return async (key, body) => {
    const isHeard = KEY.test(key) && (await within((gate) => hear(gate, hashOfHook(key), body)));
    if (!isHeard)
      throw new AppError('HOOK_NOT_FOUND', 'Nothing waits for a call at this address', {
        status: 404,
        hint: 'The workflow may have gone on already, or not be there yet',
      });
    wake();
  };
}

/** @param {Within} gate @param {string} hook @param {unknown} body */
async function hear({ tx }, hook, body) {
  const { rows } = await tx.query(sql`
    select id from plinth.workflow_tokens
     where hook = ${hook} and waits = 'webhook' and not data ? 'came' for update`);
  if (rows.length === 0) return false;
  await tx.query(wakeToken(rows[0].id, 'webhook', { body }));
  return true;
}
