import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { AppError } from '@plinth/plugin';
import { until } from '@plinth/data/testing';
import { startBareApp } from './testing/bare-app.js';

/** @type {Awaited<ReturnType<typeof startBareApp>>} */
let app;
before(async () => {
  app = await startBareApp((router) => {
    router.get('/hello', (req, res) => res.html('hello'));
    router.get('/bare', (req, res) => res.end('bare'));
    router.get('/own', (req, res) => {
      res.setHeader('Content-Security-Policy', 'sandbox');
      res.writeHead(200, { 'x-own': '1' }).end('own');
    });
    router.get('/cookie', (req, res) => {
      res.cookie('a', 'b');
      res.html('with a cookie');
    });
    router.get('/away', (req, res) => res.redirect('/hello'));
    router.get('/value', (req, res) => res.json({ a: 1 }));
    router.get('/long', (req, res) => res.html('x'.repeat(5000)));
    router.get('/fail', () => {
      throw new Error('password of the database is hunter2');
    });
    router.get('/foreseen', () => {
      throw new AppError('THING_MISSING', 'There is no thing', { status: 404, hint: 'Make one' });
    });
    router.post('/form', async (req, res) => {
      const form = await req.form({ fileBytes: 1000, files: 2, fields: 50 });
      res.json({ values: form.values, files: form.files.map(({ field, name, size }) => ({ field, name, size })) });
    });
    router.post('/small', async (req, res) => {
      await req.form({ fileBytes: 1000, textBytes: 500, files: 10 });
      res.json({});
    });
    router.post('/json', async (req, res) => res.json(await req.json()));
    router.post('/go', (req, res) => res.redirect(req.query.get('to') ?? '/'));
  });
});
after(() => app.close());

const own = { origin: 'http://plinth.test' };
/** @param {string} at @param {RequestInit} [init] */
const fetchRaw = (at, init) => fetch(app.url + at, { redirect: 'manual', ...init });
/** @param {string} at @param {string | FormData | URLSearchParams} body @param {Record<string, string>} [headers] */
const post = (at, body, headers = {}) => fetchRaw(at, { method: 'POST', body, headers: { ...own, ...headers } });

/** What a client sends byte by byte. @param {string} text @returns {Promise<string>} */
function sendRaw(text) {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(app.port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('answers', () => {
  it('carry the security headers and no version', async () => {
    const response = await fetchRaw('/hello');
    const csp = response.headers.get('content-security-policy') ?? '';
    assert.match(csp, /default-src 'self';script-src 'self';style-src 'self';img-src 'self' data:/);
    assert.doesNotMatch(csp, /unsafe|nonce/);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('referrer-policy'), 'same-origin');
    assert.equal(response.headers.get('x-powered-by'), null);
    assert.equal(response.headers.get('strict-transport-security'), null);
  });

  it('carry them whichever way they go out, and what a route sets stays', async () => {
    const names = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-frame-options'];
    const of = (/** @type {Response} */ { headers }) => names.map((name) => headers.get(name));
    const usual = of(await fetchRaw('/hello'));
    assert.ok(usual.every((value) => value));
    for (const path of ['/bare', '/cookie', '/away', '/value', '/foreseen', '/fail', '/none', '/healthz', '/x//y']) {
      assert.deepEqual(of(await fetchRaw(path)), usual, path);
    }
    const own = await fetchRaw('/own');
    assert.deepEqual(of(own), ['sandbox', ...usual.slice(1)]);
    assert.equal(own.headers.get('x-own'), '1');
    assert.equal((await fetchRaw('/cookie')).headers.get('cache-control'), 'private, no-store');
    assert.equal((await fetchRaw('/hello')).headers.get('vary'), 'Accept-Encoding, Cookie');
  });

  it('are compressed where it pays', async () => {
    assert.equal(
      (await fetchRaw('/long', { headers: { 'accept-encoding': 'br' } })).headers.get('content-encoding'),
      'br',
    );
    assert.equal((await fetchRaw('/hello')).headers.get('content-encoding'), null);
    assert.equal(
      (await fetchRaw('/long', { headers: { 'accept-encoding': 'br;q=0, gzip' } })).headers.get('content-encoding'),
      'gzip',
    );
  });

  it('show a foreseen error with its hint, as page or as problem+json', async () => {
    const page = await fetchRaw('/foreseen', { headers: { accept: 'text/html' } });
    assert.equal(page.status, 404);
    assert.match(await page.text(), /THING_MISSING There is no thing/);
    const problem = await fetchRaw('/foreseen', { headers: { accept: 'application/json' } });
    assert.match(problem.headers.get('content-type') ?? '', /application\/problem\+json/);
    const { code, hint } = await problem.json();
    assert.deepEqual({ code, hint }, { code: 'THING_MISSING', hint: 'Make one' });
  });

  it('A12: show only the request id of an unforeseen error, which is in the log', async () => {
    const response = await fetchRaw('/fail', { headers: { accept: 'application/json' } });
    const text = await response.text();
    assert.equal(response.status, 500);
    assert.doesNotMatch(text, /hunter2|at .*\.js/);
    const { request } = JSON.parse(text);
    assert.ok(app.log().includes(`"request":"${request}"`));
  });

  it('answer health and readiness', async () => {
    assert.equal((await fetchRaw('/healthz')).status, 200);
    assert.equal((await fetchRaw('/readyz')).status, 200);
  });
});

describe('A10: addresses in other spellings', () => {
  for (const [target, status] of /** @type {const} */ ([
    ['/hello?x=1', 200],
    ['/hello/', 301],
    ['/%68ello', 301],
    ['/api/v1/%74ables', 404],
    ['/Hello', 404],
    ['//hello', 404],
    ['/x//hello', 404],
    ['/./hello', 404],
    ['/x/../hello', 404],
    ['/x/%2e%2e/hello', 404],
    ['/%2fhello', 404],
    ['/hello%00', 404],
    ['/hello%5c', 404],
    ['/hello.', 404],
    ['/%zz', 400],
    ['http://plinth.test/hello', 400],
  ])) {
    it(`${target} gives ${status}`, async () => {
      const answer = await sendRaw(`GET ${target} HTTP/1.1\r\nHost: plinth.test\r\nConnection: close\r\n\r\n`);
      assert.equal(Number(answer.split(' ')[1]), status);
      if (status === 301) assert.match(answer, /\r\nlocation: \/hello\r\n/i);
    });
  }

  it('refuses more than 1,000 parameters', async () => {
    assert.equal((await fetchRaw(`/hello?${'a&'.repeat(1001)}`)).status, 400);
  });
});

describe('A13: redirects', () => {
  for (const to of [
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'https://evil.test',
    '/\t/evil.test',
    '/%2F/evil.test',
    'javascript:alert(1)',
    'http:evil.test',
    '/%5cevil.test',
    ' //evil.test',
    '/..//evil.test',
  ]) {
    it(`${JSON.stringify(to)} stays here`, async () => {
      const response = await post(`/go?to=${encodeURIComponent(to)}`, '');
      assert.equal(response.headers.get('location'), '/');
    });
  }

  it('goes to own paths with their query', async () => {
    assert.equal((await post('/go?to=%2Fview%2Fx%3Fid%3D1', '')).headers.get('location'), '/view/x?id=1');
  });
});

describe('A14: requests from elsewhere', () => {
  for (const [title, headers, status] of /** @type {const} */ ([
    ['same-origin by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin', origin: 'http://plinth.test' }, 200],
    ['typed by the user', { 'sec-fetch-site': 'none' }, 200],
    ['own Origin', { origin: 'http://plinth.test', cookie: 'a=b' }, 200],
    ['no headers and no cookie', {}, 200],
    ['cross-site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['same-site, another host', { 'sec-fetch-site': 'same-site', origin: 'http://plinth.test' }, 403],
    ['foreign Origin', { origin: 'http://evil.test' }, 403],
    ['null Origin', { origin: 'null' }, 403],
    ['other port', { origin: 'http://plinth.test:81' }, 403],
    ['no headers with a cookie', { cookie: 'plinth_session=x' }, 403],
  ])) {
    it(`${title}: ${status}`, async () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const answer = await sendRaw(
        `POST /form HTTP/1.1\r\nHost: plinth.test:1\r\n${lines.join('')}Connection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      assert.equal(Number(answer.split(' ')[1]), status);
    });
  }

  it('takes no JSON that comes as text/plain', async () => {
    assert.equal((await post('/json', '{"a":1}', { 'content-type': 'text/plain' })).status, 415);
  });
});

describe('bodies', () => {
  const json = { 'content-type': 'application/json' };

  it('reads forms, repeated names as lists', async () => {
    const { values } = await (await post('/form', new URLSearchParams('a=1&b=2&b=3&c=x%0D%0Ay'))).json();
    assert.deepEqual(values, { a: '1', b: ['2', '3'], c: 'x\ny' });
  });

  it('reads files and removes them afterwards', async () => {
    const form = new FormData();
    form.set('title', 'Ä');
    form.set('doc', new File(['hello'], '../x/näme.txt'));
    form.set('empty', new File([], ''));
    const { values, files } = await (await post('/form', form)).json();
    assert.deepEqual(values, { title: 'Ä' });
    assert.deepEqual(files, [{ field: 'doc', name: 'näme.txt', size: 5 }]);
    await assertNoUploads();
  });

  it('F4: refuses a file that is too large, and too many of them; nothing stays on disk', async () => {
    const large = new FormData();
    large.set('doc', new File(['x'.repeat(2000)], 'x.txt'));
    assert.equal((await post('/form', large)).status, 413);
    const many = new FormData();
    for (let i = 0; i < 3; i++) many.append('doc', new File(['x'], 'x.txt'));
    assert.equal((await post('/form', many)).status, 413);
    await assertNoUploads();
  });

  it('F4: many files that are each small enough are too much together', async () => {
    const part = (/** @type {number} */ i) =>
      `--x\r\nContent-Disposition: form-data; name="doc"; filename="${i}.txt"\r\n\r\n${'y'.repeat(900)}\r\n`;
    const answer = await sendRaw(
      'POST /small HTTP/1.1\r\nHost: plinth.test\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n' +
        [0, 1, 2, 3].map((i) => `${part(i).length.toString(16)}\r\n${part(i)}\r\n`).join(''),
    );
    assert.match(answer, /^HTTP\/1.1 413/);
    await assertNoUploads();
  });

  it('F4: refuses a form of 10,000 parts', async () => {
    const form = new FormData();
    for (let i = 0; i < 10_000; i++) form.append(`f${i}`, 'x');
    assert.equal((await post('/form', form)).status, 413);
  });

  it('F4: refuses 5 GB by the announced length', async () => {
    const answer = await sendRaw(
      'POST /form HTTP/1.1\r\nHost: plinth.test\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5368709120\r\n\r\n--x\r\n',
    );
    assert.match(answer, /^HTTP\/1.1 413/);
  });

  it('F4: a broken-off upload leaves nothing', async () => {
    await new Promise((resolve) => {
      const socket = connect(app.port, '127.0.0.1', () => {
        socket.write(
          'POST /form HTTP/1.1\r\nHost: plinth.test\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900\r\n\r\n' +
            '--x\r\nContent-Disposition: form-data; name="doc"; filename="a.txt"\r\n\r\nabc',
        );
        until(async () => (await uploads()).length > 0).then(() => socket.destroy());
      });
      socket.on('close', resolve);
    });
    await assertNoUploads();
  });

  it('I11: keys that reach prototypes are refused or inert', async () => {
    assert.equal((await post('/json', '{"__proto__":{"admin":true}}', json)).status, 400);
    assert.equal((await post('/json', '{"constructor":{"prototype":{"admin":true}}}', json)).status, 200);
    assert.equal((await post('/form', new URLSearchParams('__proto__=1&__proto__.admin=1'))).status, 200);
    assert.equal(/** @type {any} */ ({}).admin, undefined);
  });

  it('L5: refuses JSON that is too deep, too long, or not JSON', async () => {
    assert.equal((await post('/json', '['.repeat(1000) + ']'.repeat(1000), json)).status, 400);
    assert.equal((await post('/json', JSON.stringify('x'.repeat(1_100_000)), json)).status, 413);
    assert.equal((await post('/json', '{', json)).status, 400);
  });

  it('L5: refuses packed bodies and too many fields', async () => {
    const packed = await fetchRaw('/json', {
      method: 'POST',
      headers: { ...own, ...json, 'content-encoding': 'gzip' },
      body: gzipSync('{}'),
    });
    assert.equal(packed.status, 415);
    assert.equal((await post('/form', new URLSearchParams('a&'.repeat(60)))).status, 413);
  });

  const uploads = () => readdir(path.join(app.dataDir, 'tmp')).catch(() => []);
  // They go when the response has ended, which the client may know a little earlier.
  const assertNoUploads = () => until(async () => (await uploads()).length === 0);
});
