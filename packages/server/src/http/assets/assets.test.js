import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startBareApp } from '../../testing/bare-app.js';
import { indexAssets } from './asset-index.js';
import { byteRange } from '../requests/byte-range.js';

/** @type {string} */
let root;
/** @type {Awaited<ReturnType<typeof startBareApp>>} */
let app;
/** @type {import('./asset-index.js').AssetIndex} */
let index;
const PACKED = `export const words = '${'packed '.repeat(500)}';\n`;
const join = async (/** @type {URL} */ file) => readFile(file, 'utf8');
const build = () => indexAssets([{ owner: 'own', folder: pathToFileURL(root + path.sep) }], join);

before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'plinth-assets-'));
  await mkdir(path.join(root, 'js'));
  await writeFile(path.join(root, 'js', 'a.js'), `import './b.js';\n${'// words\n'.repeat(300)}`);
  await writeFile(path.join(root, 'js', 'b.js'), 'export {};');
  await writeFile(path.join(root, 'dot.png'), Buffer.from('0123456789'));
  await writeFile(path.join(root, 'large.png'), Buffer.alloc(300_000, '0123456789'));
  await writeFile(path.join(root, 'js', 'packed.js.br'), brotliCompressSync(PACKED));
  await writeFile(path.join(root, 'secret.env'), 'x');
  await writeFile(path.join(root, 'a.test.js'), 'x');
  await symlink('/etc/hostname', path.join(root, 'link.txt'));
  index = await build();
  app = await startBareApp(() => {}, { assets: index });
});
after(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

/** @param {string} at @param {Record<string, string>} [headers] */
const get = (at, headers) => fetch(`${app.url}/assets/${at}`, { headers });

/** @param {Response} response */
const lasting = ({ headers }) => [...headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name));

describe('assets', () => {
  it('are what browsers can use: no tests, no links, no unknown types', () => {
    assert.deepEqual([...index.files.keys()].sort(), [
      'own/dot.png',
      'own/js/a.js',
      'own/js/b.js',
      'own/js/packed.js',
      'own/large.png',
    ]);
  });

  it('have one hash for all, which changes with any of them', async () => {
    assert.equal((await build()).hash, index.hash);
    await writeFile(path.join(root, 'js', 'c.js'), '1');
    const { hash } = await build();
    await rm(path.join(root, 'js', 'c.js'));
    assert.notEqual(hash, index.hash);
  });

  it('are kept for good under their hash, and asked for again under another', async () => {
    const kept = await get(`${index.hash}/own/js/a.js`, { 'accept-encoding': 'gzip, br' });
    assert.equal(kept.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(kept.headers.get('content-encoding'), 'br');
    assert.equal(kept.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(kept.headers.get('x-content-type-options'), 'nosniff');
    const old = await get('000000000000/own/js/b.js');
    assert.equal(old.status, 200);
    assert.equal(old.headers.get('cache-control'), 'public, no-cache');
  });

  it('answer 304 and parts', async () => {
    const at = `${index.hash}/own/dot.png`;
    const etag = (await get(at)).headers.get('etag') ?? '';
    assert.equal((await get(at, { 'if-none-match': etag })).status, 304);
    const part = await get(at, { range: 'bytes=2-4' });
    assert.deepEqual([part.status, await part.text(), part.headers.get('content-range')], [206, '234', 'bytes 2-4/10']);
    assert.equal((await get(at, { range: 'bytes=99-' })).status, 416);
  });

  it('support ranges of streamed files, and none of another release', async () => {
    const at = '000000000000/own/large.png';
    const etag = (await get(at)).headers.get('etag') ?? '';
    for (const [condition, status, length] of /** @type {const} */ ([
      [etag, 206, 5],
      ['"000000000000"', 200, 300_000],
    ])) {
      const part = await get(at, { range: 'bytes=10-14', 'if-range': condition });
      assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [status, length]);
    }
    const head = await fetch(`${app.url}/assets/${at}`, { method: 'HEAD', headers: { range: 'bytes=10-14' } });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '300000']);
  });

  it('answer HEAD without a body, and parts of text as it is before compression', async () => {
    const at = `${app.url}/assets/${index.hash}/own/js/a.js`;
    const head = await fetch(at, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    const whole = await fetch(at, { headers: { 'accept-encoding': 'br' } });
    assert.equal(await head.text(), '');
    assert.deepEqual(lasting(head), lasting(whole));
    const part = await fetch(at, { headers: { 'accept-encoding': 'br', range: 'bytes=0-5' } });
    assert.deepEqual([part.status, await part.text(), part.headers.get('content-encoding')], [206, 'import', null]);
    // Parts of two encodings must never be joined.
    const etag = whole.headers.get('etag') ?? '';
    assert.equal((await fetch(at, { headers: { range: 'bytes=0-5', 'if-range': etag } })).status, 200);
    assert.equal((await fetch(at, { headers: { 'if-none-match': etag } })).status, 304);
  });

  it('that are stored compressed are sent to everybody, and are kept in no memory', async () => {
    const at = `${index.hash}/own/js/packed.js`;
    assert.equal(index.files.get('own/js/packed.js')?.bytes, null);
    for (const [accepted, sent] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ]) {
      const answer = await get(at, { 'accept-encoding': String(accepted) });
      assert.deepEqual([answer.status, answer.headers.get('content-encoding')], [200, sent]);
      assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
      assert.equal(await answer.text(), PACKED);
    }
    const etag = (await get(at)).headers.get('etag') ?? '';
    assert.equal((await get(at, { 'if-none-match': etag })).status, 304);
    const head = await fetch(`${app.url}/assets/${at}`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    assert.deepEqual([await head.text(), head.headers.get('content-encoding')], ['', 'br']);
  });

  it('F1: lead nowhere else', async () => {
    for (const at of [
      'own/../../etc/passwd',
      'x/own/..%2f..%2fetc%2fpasswd',
      'x/own/secret.env',
      'x/own/link.txt',
      'x/own',
      'x',
    ]) {
      assert.equal((await get(at)).status, 404, at);
    }
  });

  it('hold the site’s own style sheet', async () => {
    const first = await get('site.css');
    assert.equal(await first.text(), ':root{}');
    assert.equal((await get('site.css', { 'if-none-match': first.headers.get('etag') ?? '' })).status, 304);
  });
});

describe('byteRange', () => {
  it('reads one range, and serves the whole for what it does not know', () => {
    assert.deepEqual(byteRange('bytes=0-0', 10), { start: 0, end: 0 });
    assert.deepEqual(byteRange('bytes=-4', 10), { start: 6, end: 9 });
    assert.equal(byteRange('bytes=5-2', 10), null);
    assert.equal(byteRange('bytes=-', 10), null);
    assert.equal(byteRange('bytes=-0', 10), 'unsatisfiable');
    assert.equal(byteRange('bytes=0-', 0), 'unsatisfiable');
  });
});
