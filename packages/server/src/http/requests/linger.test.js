import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

const PART = Buffer.alloc(64 * 1024, 'x');
const PARTS = 400;

describe('an answer to a request that is still coming', () => {
  /** @type {Awaited<ReturnType<typeof startTestServer>>} */
  let server;
  before(async () => {
    server = await startTestServer({ logLevel: 'error' });
  });
  after(() => server.close());

  /** Sends a head, then the body as fast as it is taken, then `last`. @param {string} head @param {string} [last] */
  async function send(head, last = '') {
    const { hostname: host, port } = new URL(server.url);
    const socket = connect({ host, port: Number(port), allowHalfOpen: true });
    let answer = '';
    socket.setEncoding('latin1').on('data', (text) => (answer += text));
    const ended = once(socket, 'end');
    socket.write(`${head}\r\nHost: ${host}\r\nContent-Length: ${PARTS * PART.length}\r\n\r\n`);
    for (let sent = 0; sent < PARTS; sent++) if (!socket.write(PART)) await once(socket, 'drain');
    socket.write(last);
    await ended;
    socket.destroy();
    return answer;
  }

  const cases = /** @type {const} */ ([
    [
      'of a form that nobody asked for',
      'POST /page/none HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded',
      404,
    ],
    ['of the API, too large', 'POST /api/v1/transactions HTTP/1.1\r\nContent-Type: application/json', 413],
    [
      'of a login that is too large',
      'POST /auth/login HTTP/1.1\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded',
      413,
    ],
  ]);
  for (const [name, head, status] of cases) {
    it(`comes whole, and no reset before the rest is sent: ${name}`, async () => {
      const answer = await send(head);
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
      assert.match(answer, /\r\nconnection: close\r\n/i);
      const [top, body] = answer.split('\r\n\r\n');
      assert.equal(body.length, Number(/^content-length: (\d+)/im.exec(top)?.[1]));
    });
  }

  it('is the last one: what is sent behind it is not begun', async () => {
    const answer = await send(cases[1][1], 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n').catch((error) => error);
    if (typeof answer === 'string') assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1);
    else assert.match(answer.code, /ECONNRESET|EPIPE/);
  });
});
