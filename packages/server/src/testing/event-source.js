import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any busy machine needs: a test that waits this long has failed. */
const PATIENCE_MS = 60_000;

/** @typedef {{ id: string | null, event: string, data: any }} ServerEvent */

/**
 * Listens to server-sent events like a browser, and keeps what came. Like that it tries again where changes are not heard
 * of just now: a process that stood still for a moment says so.
 *
 * @param {string} url @param {Record<string, string>} [headers]
 */
export async function listen(url, headers = {}) {
  for (;;) {
    const opened = await open(url, headers);
    if (opened.status !== 503) return opened;
    await opened.until(opened.isOver);
    if (!opened.body().includes('CHANGES_UNAVAILABLE')) return opened;
    await sleep(20);
  }
}

/** @param {string} url @param {Record<string, string>} headers */
async function open(url, headers) {
  /** @type {ServerEvent[]} */
  const events = [];
  /** @type {(() => void)[]} */
  let waiting = [];
  let lastId = headers['last-event-id'] ?? '';
  let rest = '';
  let over = false;
  const req = request(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false });
  const response = await /** @type {Promise<import('node:http').IncomingMessage>} */ (
    new Promise((resolve, reject) => {
      req.once('response', resolve);
      req.once('error', reject);
      req.end();
    })
  );
  const wake = () => {
    for (const resume of waiting) resume();
    waiting = [];
  };
  const end = () => {
    over = true;
    wake();
  };
  response.setEncoding('utf8');
  response.on('data', (/** @type {string} */ text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) take(block);
    wake();
  });
  for (const name of ['end', 'close', 'error']) response.on(name, end);
  req.on('error', end);

  /** @param {string} block */
  function take(block) {
    /** @type {Record<string, string>} */
    const fields = {};
    for (const line of block.split('\n')) {
      const at = line.indexOf(':');
      if (at > 0) fields[line.slice(0, at)] = line.slice(at + 1).trimStart();
    }
    if (fields.id !== undefined) lastId = fields.id;
    if (fields.data === undefined) return;
    events.push({ id: fields.id ?? null, event: fields.event, data: JSON.parse(fields.data) });
  }

  /** Waits until something is so. Where the stream is over nothing more will come. @param {() => boolean} isSo */
  async function until(isSo) {
    const end = performance.now() + PATIENCE_MS;
    while (!isSo()) {
      if (over || performance.now() > end) throw new Error(`Nothing like it came: ${JSON.stringify(events)} ${rest}`);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, 50);
        waiting.push(() => {
          clearTimeout(timer);
          resolve(null);
        });
      });
    }
  }

  return {
    status: Number(response.statusCode),
    events,
    lastId: () => lastId,
    isOver: () => over,
    body: () => rest,
    until,
    ready: () => until(() => over || events.some(({ event }) => event === 'ready')),
    close: () => req.destroy(),
  };
}
