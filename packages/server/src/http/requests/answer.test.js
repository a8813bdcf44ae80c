import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { PlinthRequest } from './request.js';
import { PlinthResponse } from './response.js';
import { Answer, namesVersion } from './answer.js';

const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
const type = 'text/plain';
/** @type {Record<string, Answer>} */
const answers = {
  ...Object.fromEntries(
    [0, 256, 8192, 8448].map((size) => {
      const bytes = Buffer.alloc(size, EVERY_BYTE);
      return [size, new Answer({ head: ['x-size', String(size)], type, tag: `t${size}`, bytes })];
    }),
  ),
  packed: new Answer({ head: ['x', '1'], type, tag: 'p', bytes: Buffer.alloc(5000, 'word '), effort: 'cached' }),
  page: new Answer({ head: ['vary', 'Cookie'], type, tag: 'w', bytes: Buffer.from('page'), isWhole: true }),
  stream: new Answer({
    head: [],
    type,
    tag: 's',
    size: 10,
    open: (range) => Readable.from([Buffer.from('0123456789').subarray(range?.start ?? 0, (range?.end ?? 9) + 1)]),
  }),
  broken: new Answer({ head: [], type, tag: 'b', size: 10, open: () => Promise.reject(new Error('gone')) }),
};

/** @type {import('node:http').Server} */
let server;
let url = '';
before(async () => {
  const classes = /** @type {any} */ ({ IncomingMessage: PlinthRequest, ServerResponse: PlinthResponse });
  server = createServer(classes, (/** @type {any} */ req, /** @type {any} */ res) =>
    answers[req.url.slice(1)].send(req, res),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
});
after(() => server.close());

/** @param {string} name @param {Record<string, string>} [headers] @param {string} [method] */
const ask = (name, headers, method) => fetch(`${url}/${name}`, { headers, method });

describe('a prepared answer', () => {
  it('is sent byte for byte, small or large', async () => {
    for (const size of [0, 256, 8192, 8448]) {
      const answer = await ask(String(size));
      assert.equal(answer.headers.get('content-length'), String(size));
      assert.equal(answer.headers.get('x-size'), String(size));
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), Buffer.alloc(size, EVERY_BYTE));
    }
  });

  it('is 304 for clients that have it, in any spelling of its ETag', async () => {
    for (const known of ['"t256"', 'W/"t256"', '"x", "t256"', '*']) {
      const answer = await ask('256', { 'if-none-match': known });
      assert.deepEqual([answer.status, answer.headers.get('etag'), await answer.text()], [304, '"t256"', '']);
      assert.equal(answer.headers.get('content-type'), null);
    }
    assert.equal((await ask('256', { 'if-none-match': '"other"' })).status, 200);
    assert.equal(namesVersion('W/"a"', 'W/"b"'), false);
  });

  it('is compressed for clients that accept it, under one weak ETag', async () => {
    for (const [accept, encoding] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ]) {
      const answer = await ask('packed', { 'accept-encoding': String(accept) });
      assert.equal(answer.headers.get('content-encoding'), encoding);
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
      assert.equal(answer.headers.get('etag'), 'W/"p"');
      assert.equal((await answer.text()).length, 5000);
    }
  });

  it('is compressed quickly for the first who asks, and as small as can be once somebody else does', async () => {
    const bytes = Buffer.from(
      Array.from({ length: 3000 }, (_, i) => `<td class="c${(i * i) % 97}">${i % 89}</td>`).join(''),
    );
    answers.again = new Answer({ head: [], type, tag: 'a', bytes, effort: 'cached' });
    for (const accept of ['br', 'gzip']) {
      const length = async () => {
        const answer = await ask('again', { 'accept-encoding': accept });
        assert.equal(await answer.text(), bytes.toString());
        return Number(answer.headers.get('content-length'));
      };
      const [first, second] = [await length(), await length()];
      assert.equal(second, first, 'who asks second does not wait');
      await until(async () => (await length()) < first);
    }
  });

  it('is compressed in another thread where that takes long, once for all who ask meanwhile', async () => {
    const bytes = Buffer.from(Array.from({ length: 30_000 }, (_, i) => `${(i * i) % 9973} `).join(''));
    answers.large = new Answer({ head: [], type, tag: 'l', bytes, effort: 'cached' });
    const texts = await Promise.all(
      [1, 2, 3].map(async () => (await ask('large', { 'accept-encoding': 'br' })).text()),
    );
    for (const text of texts) assert.equal(text, bytes.toString());
  });

  it('F8: gives parts of the plain bytes, never of a page, and only of these very bytes', async () => {
    const part = await ask('stream', { range: 'bytes=2-4' });
    assert.deepEqual([part.status, await part.text(), part.headers.get('content-range')], [206, '234', 'bytes 2-4/10']);
    const other = await ask('stream', { range: 'bytes=2-4', 'if-range': '"other"' });
    assert.deepEqual([other.status, await other.text()], [200, '0123456789']);
    const end = await ask('256', { range: 'bytes=-2', 'if-range': '"t256"' });
    assert.deepEqual([...Buffer.from(await end.arrayBuffer())], [254, 255]);
    const beyond = await ask('256', { range: 'bytes=999-' });
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */256']);
    assert.equal((await ask('page', { range: 'bytes=0-1' })).status, 200);
    assert.equal(await (await ask('packed', { range: 'bytes=0-1' })).text(), 'wo');
    const weak = await ask('packed', { range: 'bytes=0-1', 'if-range': 'W/"p"' });
    assert.equal(weak.status, 200, 'a weak ETag names no bytes');
  });

  it('has no body for HEAD, and nothing where its bytes can not be read', async () => {
    for (const [name, length] of [
      ['256', '256'],
      ['stream', '10'],
    ]) {
      const head = await ask(name, { range: 'bytes=0-1' }, 'HEAD');
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, length]);
    }
    await assert.rejects(ask('broken'));
  });
});
