/** @import { Change, ChangeDriverOptions, ChangeStream } from './types.d.ts' */
import { createListeners } from './listeners.js';
import { CHANNEL, watchTables } from './triggers.js';

const SILENCE_MS = 2000;
const HEARTBEAT_MS = 500;

/** Notifications come in the order of commits: whoever hears this one has heard all before it. */
const MARK = `with here as (select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position)
  select position, pg_notify('${CHANNEL}', 'at ' || position) from here`;

/**
 * Changes by triggers and NOTIFY, for servers that refuse logical replication: one notification for each table and
 * transaction, without keys.
 *
 * @param {ChangeDriverOptions & { reason: string }} options
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

  async function mark() {
    const { rows } = await db.query(MARK);
    return BigInt(rows[0].position);
  }

  /** @param {string | null} payload */
  function hear(payload) {
    if (payload === null) return tell({ kind: 'reset' });
    heardAt = performance.now();
    if (!payload.startsWith('at ')) return tell({ kind: 'changes', changes: [changeOf(payload)], position });
    const at = BigInt(payload.slice(3));
    if (at > position) position = at;
  }

  return {
    kind: 'notify',
    reason,
    async start() {
      try {
        await watchTables(db);
        off = await db.listen(CHANNEL, hear);
        tell({ kind: 'reset' });
        await mark();
      } catch (error) {
        log.warn('changes are not heard yet', { error: String(error) });
      }
      const ask = async () => {
        off ??= await db.listen(CHANNEL, hear);
        await mark();
      };
      heartbeat = setInterval(() => ask().catch(() => {}), HEARTBEAT_MS).unref();
    },
    subscribe,
    state: () => (off && db.hearing() && performance.now() - heardAt < SILENCE_MS ? 'live' : 'down'),
    position: () => position,
    mark,
    cover: () => watchTables(db),
    async close() {
      clearInterval(heartbeat);
      off?.();
    },
  };
}

/** @param {string} payload "insert 4711 app.orders" @returns {Change} */
function changeOf(payload) {
  const [kind, transaction, name] = split(payload);
  const dot = name.indexOf('.');
  return {
    schema: name.slice(0, dot),
    table: name.slice(dot + 1),
    kind: /** @type {Change['kind']} */ (kind),
    key: null,
    position: 0n,
    transaction: Number(BigInt(transaction) & 0xffffffffn),
  };
}

/** @param {string} payload */
function split(payload) {
  const first = payload.indexOf(' ');
  const second = payload.indexOf(' ', first + 1);
  return [payload.slice(0, first), payload.slice(first + 1, second), payload.slice(second + 1)];
}
