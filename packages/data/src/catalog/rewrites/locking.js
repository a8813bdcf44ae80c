/** @import { Client } from 'pg' */
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './statements.js';

/** Whoever comes after a lock that waits waits as well. */
export const LOCK_MS = 40;
const TRIES = 300;
/** A lock could not be had in time, or two waited for each other. */
const BUSY = new Set(['55P03', '40P01']);

/**
 * Runs statements that need a table for themselves for a moment, in one transaction. While others hold the table, it is
 * asked for again and again, so that nobody waits behind us.
 *
 * @param {Client} client @param {readonly string[]} statements @param {() => Promise<void>} stops throws to end it
 */
export async function locking(client, statements, stops) {
  for (let tries = 1; ; tries++) {
    try {
      await run(client, `begin; set local lock_timeout = ${LOCK_MS}`);
      for (const statement of statements) await client.query(statement);
      return void (await client.query('commit'));
    } catch (error) {
      await client.query('rollback');
      if (!isBusy(error) || tries >= TRIES) throw error;
      await sleep(50 + Math.random() * 150);
      await stops();
    }
  }
}

/** @param {unknown} error */
export const isBusy = (error) => BUSY.has(/** @type {any} */ (error).code);
