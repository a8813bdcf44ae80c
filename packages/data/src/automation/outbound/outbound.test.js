import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { isBlocked } from './blocked-addresses.js';
import { createOutbound } from './outbound.js';

/** @type {import('node:http').Server} */
let inside;
let port = 0;
/** Requests that arrived. @type {{ url: string, method: string, headers: any, body: string }[]} */
const heard = [];
before(async () => {
  inside = createServer(async (req, res) => {
    let body = '';
    for await (const part of req) body += part;
    heard.push({ url: String(req.url), method: String(req.method), headers: req.headers, body });
    if (req.url?.startsWith('/to?'))
      return void res.writeHead(302, { location: decodeURIComponent(req.url.slice(4)) }).end();
    if (req.url === '/endless') {
      const timer = setInterval(() => res.write('x'.repeat(100_000)), 1);
      return void res.on('close', () => clearInterval(timer));
    }
    if (req.url === '/silent') return;
    res.writeHead(req.url === '/missing' ? 404 : 200, { 'content-type': 'text/plain' }).end(`${req.method} ${body}`);
  });
  await new Promise((done) => inside.listen(0, '127.0.0.1', () => done(null)));
  port = /** @type {any} */ (inside.address()).port;
});
after(() => {
  inside.closeAllConnections();
  inside.close();
});

const open = () => createOutbound({ allow: () => [`127.0.0.1:${port}`], mostBytes: 500_000, mostTime: 3000 });
const at = (/** @type {string} */ path) => `http://127.0.0.1:${port}${path}`;

describe('requests to the outside', () => {
  it('send and receive text', async () => {
    const answer = await open().fetch({ url: at('/a'), method: 'post', body: 'hello', headers: { 'X-Own': '1' } });
    assert.deepEqual([answer.status, answer.ok, answer.body], [200, true, 'POST hello']);
    const last = heard.at(-1);
    assert.deepEqual([last?.headers['x-own'], last?.headers['content-length']], ['1', '5']);
    assert.equal((await open().fetch({ url: at('/missing') })).ok, false);
  });

  it('I9: addresses that are not public are refused', () => {
    const inside =
      '127.0.0.1 127.9.9.9 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1 255.255.255.255 198.18.0.1 :: ::1 fe80::1 fe80::1%eth0 fc00::1 fd12:3456::1 ff02::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 64:ff9b::7f00:1 64:ff9b::10.0.0.1 2002:7f00:1:: 2002:a00:1:: ::127.0.0.1 fec0::1 2001:db8::1 nonsense';
    for (const address of inside.split(' ')) assert.equal(isBlocked(address), true, address);
    const outside =
      '1.1.1.1 8.8.8.8 172.32.0.1 100.128.0.1 2606:4700::1111 2a00:1450:4001::200e ::ffff:8.8.8.8 64:ff9b::808:808';
    for (const address of outside.split(' ')) assert.equal(isBlocked(address), false, address);
  });

  it('I9: every spelling of an inside address is refused, and nothing arrives', async () => {
    const before = heard.length;
    const hosts = [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '0.0.0.0',
      '①②⑦.0.0.1',
      'localhost.',
    ];
    for (const host of hosts)
      await assert.rejects(
        createOutbound().fetch({ url: `http://${host}:${port}/` }),
        (/** @type {any} */ error) => /OUTBOUND_(BLOCKED|FAILED)/.test(error.code),
        host,
      );
    await assert.rejects(createOutbound().fetch({ url: at('/') }), { code: 'OUTBOUND_BLOCKED', status: 422 });
    await assert.rejects(createOutbound().fetch({ url: `http://localhost:${port}/` }), { code: 'OUTBOUND_BLOCKED' });
    assert.equal(heard.length, before);
  });

  it('I9: a redirect is followed to allowed addresses only', async () => {
    const to = (/** @type {string} */ url) => at(`/to?${encodeURIComponent(url)}`);
    assert.equal((await open().fetch({ url: to('/a') })).body, 'GET ');
    const before = heard.filter(({ url }) => url === '/secret').length;
    for (const url of [
      `http://localhost:${port}/secret`,
      `http://[::1]:${port}/secret`,
      'http://169.254.169.254/latest',
    ])
      await assert.rejects(open().fetch({ url: to(url) }), (/** @type {any} */ error) =>
        /BLOCKED|FAILED/.test(error.code),
      );
    for (const url of ['file:///etc/passwd', 'gopher://127.0.0.1/', 'javascript:1'])
      await assert.rejects(open().fetch({ url: to(url) }), { code: 'OUTBOUND_INVALID' });
    assert.equal(heard.filter(({ url }) => url === '/secret').length, before);
    for (let url = to('/a'), left = 6; ; left--) {
      if (left > 0) url = to(url);
      else
        return assert.rejects(open().fetch({ url }), {
          code: 'OUTBOUND_FAILED',
          message: /redirects more than 5 times/,
        });
    }
  });

  it('I9: a body without an end and a silent server are cut off', async () => {
    await assert.rejects(open().fetch({ url: at('/endless') }), { code: 'OUTBOUND_TOO_LARGE' });
    const impatient = createOutbound({ allow: () => [`127.0.0.1:${port}`], mostTime: 100 });
    const late = { code: 'OUTBOUND_FAILED', status: 502, message: `127.0.0.1:${port} did not answer in time` };
    await assert.rejects(impatient.fetch({ url: at('/silent') }), late);
    await assert.rejects(open().fetch({ url: at('/silent'), timeout: 50 }), { code: 'OUTBOUND_FAILED' });
    await assert.rejects(open().fetch({ url: at('/a'), method: 'POST', body: 'x'.repeat(600), mostBytes: 500 }), {
      code: 'OUTBOUND_TOO_LARGE',
    });
  });

  it('say why a server can’t be reached', async () => {
    const free = createServer();
    await new Promise((done) => free.listen(0, '127.0.0.1', () => done(null)));
    const { port: closed } = /** @type {any} */ (free.address());
    await new Promise((done) => free.close(done));
    const local = createOutbound({ allow: () => [`127.0.0.1:${closed}`] });
    await assert.rejects(local.fetch({ url: `http://127.0.0.1:${closed}/` }), { hint: /Nothing answers on this port/ });
    await assert.rejects(open().fetch({ url: at('/'), method: 'POST', body: 'x'.repeat(5 * 2 ** 20 + 1) }), {
      message: 'The body has more than 5 MB',
    });
    await assert.rejects(open().fetch({ url: 'http://a:b@example.com' }), { message: /username or password/ });
    await assert.rejects(open().fetch({ url: at(`/${'x'.repeat(8000)}`) }), { message: /more than 8000 characters/ });
  });

  it('I9, I13: other schemes, credentials and headers that would confuse are refused', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://example.com', 'http://a:b@example.com', 'nonsense', '', undefined])
      await assert.rejects(open().fetch({ url: /** @type {any} */ (url) }), { code: 'OUTBOUND_INVALID' });
    for (const headers of [
      { host: 'a' },
      { 'Transfer-Encoding': 'chunked' },
      { 'x-a': 'b\r\nc: d' },
      { 'x a': 'b' },
      { a: 5 },
    ])
      await assert.rejects(open().fetch({ url: at('/'), headers: /** @type {any} */ (headers) }), {
        code: 'OUTBOUND_INVALID',
      });
    await assert.rejects(open().fetch({ url: at('/'), method: 'TRACE' }), { code: 'OUTBOUND_INVALID' });
  });
});
