/** @import { Connection } from '../database/connect.js' */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../database/connect.js';
import { divideMemory } from '../memory/index.js';

/** Of an advisory lock ("heav"). */
const HEAVY = 0x68656176;
const EVERY_MS = 100;

/**
 * @typedef {{ signal?: AbortSignal, waits?: () => void, places?: number }} Waiting places: how many such jobs this machine takes at once; waits: is told once if there is no room
 *   yet; signal: ends the waiting, so that the job can say that it was cancelled
 */

/**
 * Runs a job that needs much memory (an import, a backup with its restore for a test, a long PDF) when this machine has room
 * for it. What streams its rows, such as a CSV, JSON or Excel file, needs little, however long it is, and takes no place.
 * The jobs of all processes that work on the database, commands too, share the places and take turns. A process that is
 * killed gives its place back at once, as the place is a lock of its connection.
 *
 * @template T
 * @param {Connection} connection @param {() => Promise<T>} work @param {Waiting} [options]
 * @returns {Promise<T>}
 */
export async function inAllowance(connection, work, options) {
  const client = await connect(connection, { onLost: () => {} });
  try {
    return await withPlace(client, work, options);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * The same on a connection of its own, which is closed afterwards: its place is given back then.
 *
 * @template T
 * @param {import('pg').Client} client @param {() => Promise<T>} work @param {Waiting} [options]
 * @returns {Promise<T>}
 */
export async function withPlace(client, work, { signal, waits, places = divideMemory().heavyJobs } = {}) {
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  await takePlace(client, { places, signal, waits });
  return work();
}

/** @param {import('pg').Client} client @param {{ places: number, signal?: AbortSignal, waits?: () => void }} options */
async function takePlace(client, { places, signal, waits }) {
  const take = (/** @type {number} */ lock) =>
    client.query('select pg_try_advisory_lock($1, $2) as mine', [HEAVY, lock]).then(({ rows }) => rows[0].mine);
  const [door, ...locks] = Array.from({ length: places + 1 }, (_, i) => lockOf(i));
  let isTold = false;
  /** @param {number[]} wanted */
  const wait = async (wanted) => {
    while (!signal?.aborted) {
      for (const lock of wanted) if (await take(lock)) return;
      if (!isTold) waits?.();
      isTold = true;
      await sleep(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  };
  // Whoever stands in the door is the next one, so that only one asks for all places.
  await wait([door]);
  await wait(locks);
  await client.query('select pg_advisory_unlock($1, $2)', [HEAVY, door]);
}

/** Servers of other machines on the same database have memory of their own. @param {number} place */
const lockOf = (place) => createHash('sha256').update(`${hostname()} ${place}`).digest().readInt32BE();
