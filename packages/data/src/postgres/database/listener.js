/** @import { Values } from '@plinth/plugin' */
import { ident, sql, toStatement } from '../sql/index.js';
import { connect } from './connect.js';
import { databaseUnavailable } from './errors.js';

/** @import { Connection } from './connect.js' */
/**
 * @typedef {(payload: string | null) => void} Hear `null`: the connection was lost, so something may have been missed
 */

const RETRY_MS = 500;

/**
 * One connection that listens for everybody. It reconnects for ever and tells every listener, which then checks what it
 * missed.
 *
 * @param {Connection} connection
 * @param {{ log: { warn(message: string, details?: object): void } }} options
 */
export function createListener(connection, { log }) {
  /** @type {Map<string, Set<Hear>>} */
  const channels = new Map();
  /** @type {Promise<Values> | null} */
  let client = null;
  /** @type {NodeJS.Timeout | undefined} */
  let retry;
  let closed = false;
  let hearing = false;
  let missed = false;

  /** @returns {Promise<any>} */
  function connected() {
    if (client) return client;
    const opening = open();
    opening.catch(() => client === opening && (client = null));
    client = opening;
    return client;
  }

  async function open() {
    const opened = await listening(connection, channels, { tell, lost });
    hearing = true;
    if (missed) [...channels.keys()].forEach((channel) => tell(channel, null));
    missed = false;
    return opened;
  }

  function lost() {
    client = null;
    hearing = false;
    missed = true;
    if (closed) return;
    log.warn('The connection that hears of changes was lost; connecting again');
    again();
  }

  function again() {
    clearTimeout(retry);
    retry = setTimeout(() => connected().catch(() => !closed && again()), RETRY_MS);
  }

  /** @param {string} channel @param {string | null} payload */
  function tell(channel, payload) {
    for (const hear of channels.get(channel) ?? []) hear(payload);
  }

  return {
    /** @param {string} channel @param {Hear} hear @returns {Promise<() => void>} a function that stops listening */
    async listen(channel, hear) {
      const known = channels.get(channel);
      channels.set(channel, (known ?? new Set()).add(hear));
      const opened = await connected();
      if (!known) await opened.query(listenTo(channel));
      return () => void channels.get(channel)?.delete(hear);
    },
    /** False while notifications may get lost: nothing that they invalidate may be served from a cache then. */
    hearing: () => hearing,
    /**
     * A statement on the listening connection: its result arrives after all earlier notifications.
     *
     * @param {string} text
     */
    async ask(text) {
      if (!client || !hearing) throw new Error('Nobody listens');
      return (await client).query(text);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      const opened = await client?.catch(() => null);
      await opened?.end();
    },
  };
}

/**
 * A connection that listens on these channels.
 *
 * @param {Connection} connection @param {ReadonlyMap<string, unknown>} channels
 * @param {{ tell(channel: string, payload: string): void, lost(): void }} to
 */
async function listening(connection, channels, { tell, lost }) {
  let isLost = false;
  const onLost = () => {
    isLost = true;
    lost();
  };
  const opened = await connect(connection, { onLost });
  opened.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''));
  for (const channel of channels.keys()) await opened.query(listenTo(channel));
  // The last result may have come with the server's farewell; the connection is closed then.
  if (isLost) throw databaseUnavailable(new Error('Connection terminated while it began to listen'));
  return opened;
}

/** @param {string} channel */
function listenTo(channel) {
  return toStatement(sql`listen ${ident(channel)}`);
}
