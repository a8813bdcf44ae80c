/** @import { Change, ChangeDriverOptions, ChangeStream } from './types.d.ts' */
import { createListeners } from './listeners.js';
import { createFreshnessBarrier } from './freshness-barrier.js';
import { CHANNEL, watchTables } from './triggers.js';

const SILENCE_MS = 2000;
const HEARTBEAT_MS = 500;

/**
 * Changes by triggers and NOTIFY, for servers that refuse logical replication: one notification for each table and
 * transaction, without keys. When a statement on a listening connection completes, PostgreSQL has already delivered the
 * notifications of all earlier commits, so any statement on that connection serves as the freshness barrier.
 *
 * @param {Omit<ChangeDriverOptions, 'connection'> & { reason: string }} options
 * @returns {ChangeStream}
 */
export function createNotifyStream({ db, log, reason }) {
  const { subscribe, tell } = createListeners(log);
  let position = 0n;
  let heardAt = 0;
  /** @type {(() => void) | undefined} */
  let off;
  /** @type {NodeJS.Timeout | undefined} */
  let heartbeat;

  const isLive = () => off !== undefined && db.hearing() && performance.now() - heardAt < SILENCE_MS;
  const barrier = createFreshnessBarrier({ isLive, position: () => position, askEnd: hearAll });

  /** Resolves when everything committed before has been received. */
  async function hearAll() {
    const { rows } = await db.askListener(`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position`);
    heardAt = performance.now();
    const at = BigInt(rows[0].position);
    if (at > position) position = at;
    return position;
  }

  /** @param {string | null} payload */
  function hear(payload) {
    if (payload === null) return tell({ kind: 'reset' });
    heardAt = performance.now();
    const [kind, transaction, name] = split(payload);
    if (kind === 'schema') return tell({ kind: 'reset', transaction: low(transaction) });
    tell({ kind: 'changes', changes: [changeOf(kind, transaction, name)], position });
  }

  async function listen() {
    if (off) return;
    await watchTables(db);
    const stop = await db.listen(CHANNEL, hear);
    tell({ kind: 'reset' });
    off = stop;
  }

  return {
    kind: 'notify',
    reason,
    async start() {
      const ask = async () => {
        await listen();
        await hearAll();
      };
      await ask().catch((error) => log.warn('changes are not heard yet', { error: String(error) }));
      heartbeat = setInterval(() => ask().catch(() => {}), HEARTBEAT_MS).unref();
    },
    subscribe,
    state: () => (isLive() ? 'live' : 'down'),
    position: () => position,
    caughtUp: barrier.caughtUp,
    barriers: barrier.count,
    cover: () => watchTables(db),
    async close() {
      clearInterval(heartbeat);
      off?.();
      off = undefined;
      barrier.advanced();
    },
  };
}

/** @param {string} kind @param {string} transaction @param {string} name "app.orders" @returns {Change} */
function changeOf(kind, transaction, name) {
  const dot = name.indexOf('.');
  return {
    schema: name.slice(0, dot),
    table: name.slice(dot + 1),
    kind: /** @type {Change['kind']} */ (kind),
    key: null,
    position: 0n,
    transaction: low(transaction),
  };
}

/** 32 bits of a transaction's number. @param {string} transaction */
const low = (transaction) => Number(BigInt(transaction) & 0xffffffffn);

/** @param {string} payload "insert 4711 app.orders", or "schema 4711" where tables were changed by SQL */
function split(payload) {
  const [kind, transaction, ...name] = payload.split(' ');
  return [kind, transaction, name.join(' ')];
}
