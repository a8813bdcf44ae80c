import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { liveMemory } from '../testing/live-memory.js';
import { logIn, ownServers } from '../testing/own-servers.js';

const CALLS = 1500;
/** Bytes that a request may leave to the next full collection. Its request, response and context alone are about 5,000. */
const MOST = 1500;
const PASSWORD = 'a Long-enough pass phrase';

/*
 * What a request leaves must go with the collections of young objects, which cost nothing for what is dead. If it hangs on
 * an old object, dead or not, it is copied instead, twice, and stays until the next full collection: each of the cheap
 * ones then takes ten times as long, and everybody waits meanwhile. V8 puts some functions among the old objects when
 * they are made; eslint.config.js tells which.
 */
describe('garbage of requests', () => {
  if (process.platform !== 'linux') return;

  const own = ownServers('garbage');
  const memory = liveMemory(own.folder);
  /** @type {Awaited<ReturnType<typeof own.serve>>} */
  let server;
  let cookie = '';
  before(async () => {
    await own.plinth(['setup', 'ada@example.com', '--password-stdin', '--app', 'forum'], { input: `${PASSWORD}\n` });
    server = await own.serve({ WORKERS: '1', LOG_LEVEL: 'error', PAGE_CACHE: 'off', ...memory.env });
    cookie = await logIn(server.url, 'ada@example.com', PASSWORD);
  });
  after(async () => {
    await server?.stop();
    own.close();
  });

  const look = async () => (await memory.of([Number(server.server.pid)]))[0];

  /**
   * One after the other, so that next to nothing is under way when garbage is collected.
   *
   * @param {string} path
   * @param {number} calls
   */
  async function call(path, calls) {
    const { hostname, host, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) }).setEncoding('latin1');
    for (; calls > 0; calls--) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
      for (let answer = ''; !isWhole(answer);) answer += (await once(socket, 'data'))[0];
    }
    socket.destroy();
  }

  for (const path of ['/api/v1/tables', '/page/forum', '/page/there-is-none', '/healthz']) {
    it(`goes with the collections of young objects: ${path}`, async () => {
      await call(path, CALLS / 5);
      await look();
      await call(path, CALLS);
      const { waiting } = await look();
      assert.ok(waiting < CALLS * MOST, `${Math.round(waiting / CALLS)} bytes of each request`);
    });
  }
});

/** @param {string} text one answer, perhaps not all of it yet */
function isWhole(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return false;
  if (/^transfer-encoding: chunked/im.test(text.slice(0, head))) return text.endsWith('0\r\n\r\n');
  return text.length >= head + 4 + Number(/^content-length: (\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
}
