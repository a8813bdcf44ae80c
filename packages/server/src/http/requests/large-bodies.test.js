import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { LARGE_BYTES, personOf } from '@plinth/data';
import { until } from '@plinth/data/testing';
import { startBareApp } from '../../testing/bare-app.js';

const VISITOR = { userId: null, roles: [], system: false };
const EVE = '192.0.2.1';
const BOB = '192.0.2.2';
const text = 'x'.repeat(300_000);
const JSON_BODY = JSON.stringify({ text });

/** @param {[string, string | Blob][]} entries */
async function multipart(entries) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const sent = new Response(form);
  return { type: String(sent.headers.get('content-type')), body: Buffer.from(await sent.arrayBuffer()) };
}

/** Ways to send what is held in memory, and what is answered. @type {Record<string, () => Promise<{ path: string, type: string, body: string | Buffer, isChunked?: boolean, expected: number }>>} */
const LARGE = {
  JSON: async () => ({ path: '/json', type: 'application/json', body: JSON_BODY, expected: text.length }),
  'JSON in chunks': async () => ({
    path: '/json',
    type: 'application/json',
    body: JSON_BODY,
    isChunked: true,
    expected: text.length,
  }),
  'a form': async () => ({
    path: '/form',
    type: 'application/x-www-form-urlencoded',
    body: `text=${text}`,
    expected: text.length,
  }),
  'a form with a file and a large text': async () => ({
    path: '/form',
    ...(await multipart([
      ['file', new Blob(['y'.repeat(600_000)])],
      ['text', text],
    ])),
    expected: text.length,
  }),
};

/** @type {Awaited<ReturnType<typeof startBareApp>>} */
let server;
const agent = new Agent({ maxSockets: 300 });
before(async () => {
  server = await startBareApp(
    (router) => {
      router.post('/json', async (req, res) => res.json((await req.json()).text.length));
      router.post('/form', async (req, res) => res.json((await req.form()).get('text')?.length ?? 0));
      router.get('/large', (_req, res) => res.text('z'.repeat(3 * LARGE_BYTES), { type: 'text/plain' }));
    },
    { trustProxy: 1, bodyBytes: 16 * 2 ** 20 },
  );
});
after(async () => {
  agent.destroy();
  await server?.close();
});

/** @param {string} address @param {{ path: string, type?: string, body?: string | Buffer, isChunked?: boolean }} what @returns {Promise<{ status: number, text: string, headers: import('node:http').IncomingHttpHeaders }>} */
function send(address, { path, type, body, isChunked }) {
  /** @type {Record<string, string>} */
  const headers = { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin', accept: 'application/json' };
  if (type) headers['content-type'] = type;
  if (body && !isChunked) headers['content-length'] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { method: body ? 'POST' : 'GET', headers, agent });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let got = '';
      answer.setEncoding('utf8').on('data', (chunk) => (got += chunk));
      answer.on('end', () => resolve({ status: Number(answer.statusCode), text: got, headers: answer.headers }));
    });
    sent.end(body);
  });
}

/** Somebody's bodies take nearly all that they may have, or all of it. @param {string} address @param {number} [left] */
function fill(address, left = 0) {
  const { bytes } = server.fairness;
  const size = bytes.largest - left;
  const place = bytes.add(personOf(VISITOR, address), size);
  return () => bytes.give(place, size);
}

describe('Y1: bodies that are held in memory', () => {
  for (const [kind, make] of Object.entries(LARGE))
    it(`${kind}: wait while those of the same person fill their share, and nobody else waits`, async () => {
      const { bytes } = server.fairness;
      const what = await make();
      const free = fill(EVE, LARGE_BYTES);
      const waits = send(EVE, what);
      await until(() => bytes.waiting() === 1);
      assert.deepEqual(JSON.parse((await send(BOB, what)).text), what.expected);
      assert.equal(bytes.waiting(), 1);
      free();
      assert.deepEqual(JSON.parse((await waits).text), what.expected);
      await until(() => bytes.running() === 0);
    });

  it('take no room where they are small, nor do files on their way to the disk', async () => {
    const { bytes } = server.fairness;
    const free = fill(EVE);
    const small = { path: '/json', type: 'application/json', body: '{"text":"small"}' };
    const before = bytes.running();
    const file = { path: '/form', ...(await multipart([['file', new Blob(['y'.repeat(3_000_000)])]])) };
    // Whoever fills their share waits with everything that is computed; a visitor of another address does not.
    for (const what of [small, file]) assert.equal((await send(BOB, what)).status, 200);
    assert.equal(bytes.running(), before);
    free();
  });

  it('are refused with 429, Retry-After and what to do when too many wait, also from another address of the same /64', async () => {
    const { bytes } = server.fairness;
    const free = fill('2001:db8:1:2::1', 1);
    const person = personOf(VISITOR, '2001:db8:1:2::1');
    const wait = () => bytes.take(person, 10).then((place) => bytes.give(place, 10));
    const line = Array.from({ length: 100 }, wait);
    const what = await LARGE.JSON();
    const { status, headers, text: answer } = await send('2001:db8:1:2:ffff::9', what);
    assert.deepEqual([status, headers['retry-after']], [429, '5']);
    assert.match(answer, /SHARE_USED.*Wait until your other requests are answered, then try again/s);
    assert.equal((await send('2001:db8:1:3::1', what)).status, 200);
    free();
    await Promise.all(line);
    await until(() => bytes.running() === 0);
  });

  it('leave no room taken when their client goes', async () => {
    const { bytes } = server.fairness;
    const free = fill(EVE, LARGE_BYTES);
    const own = new Agent();
    const headers = { 'x-forwarded-for': EVE, 'content-type': 'application/json', 'content-length': '300000' };
    const sent = request(`${server.url}/json`, { method: 'POST', headers, agent: own });
    sent.on('error', () => {});
    sent.flushHeaders();
    sent.write('{"text":"');
    await until(() => bytes.waiting() === 1);
    sent.destroy();
    own.destroy();
    free();
    await until(() => bytes.waiting() === 0 && bytes.running() === 0);
  });

  it('large answers count until they are sent, and whoever has too many of them gets no other meanwhile', async () => {
    const { bytes } = server.fairness;
    const free = fill(EVE);
    const waits = send(EVE, { path: '/large' });
    await until(() => bytes.waiting() === 1);
    assert.equal((await send(BOB, { path: '/large' })).text.length, 3 * LARGE_BYTES);
    free();
    assert.equal((await waits).text.length, 3 * LARGE_BYTES);
    await until(() => bytes.running() === 0);
  });
});
