import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { startTestServer } from '../../testing/index.js';

/** Styles are what drawings (SVG) shown as images need; nothing else runs or loads. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../testing/client.js').Client} */
let staff;
/** @type {import('../../testing/client.js').Client} */
let user;
before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', {
    name: 'tasks',
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'paper', type: 'file' },
      { name: 'photo', type: 'image' },
    ],
  });
  const rights = { read: 'all', create: 'all', update: 'all', delete: 'none' };
  await edit('set-access', { table: 'tasks', access: { staff: rights } });
  await edit('generate-views', { table: 'tasks', roles: ['staff'] });
  staff = await server.as('staff');
  user = await server.as('user');
});
after(() => server.close());

/** @param {string} field @param {File} file @param {import('../../testing/client.js').Client} [client] */
function upload(field, file, client = staff) {
  return client.post('/files/upload', { table: 'tasks', field, file }, { accept: 'application/json' });
}
/** @param {string} field @param {File} file */
async function stored(field, file) {
  const answer = await upload(field, file);
  assert.equal(answer.status, 201, answer.text);
  await server.data.rows.insert(server.system, 'tasks', { title: file.name, [field]: answer.json().id });
  return answer.json();
}

describe('F2: files of any kind', () => {
  for (const [name, content] of [
    ['x.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['x.html', '<!doctype html><script>alert(1)</script>'],
    ['x.xml', '<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></x>'],
    ['x.pdf', '%PDF-1.4 /OpenAction << /S /JavaScript /JS (app.alert(1)) >>'],
    ['x.png', 'GIF89a<script>alert(1)</script>'],
    ['x.js', 'alert(1)'],
  ]) {
    it(`${name} comes as a download that no browser runs`, async () => {
      const { url } = await stored('paper', new File([content], name, { type: 'text/html' }));
      const got = await staff.get(url);
      assert.equal(got.status, 200);
      assert.equal(got.text, content);
      assert.match(got.headers.get('content-disposition') ?? '', /^attachment/);
      assert.equal(got.headers.get('content-security-policy'), CSP);
      assert.equal(got.headers.get('x-content-type-options'), 'nosniff');
      assert.doesNotMatch(got.headers.get('content-type') ?? '', /html|javascript|^(text|application)\/xml/);
    });
  }

  it('I13: a hostile name ends no header line', async () => {
    const { url } = await stored('paper', new File(['x'], 'a"\r\nSet-Cookie: x=1;.txt'));
    const got = await staff.get(url);
    assert.equal(got.headers.get('set-cookie'), null);
    assert.equal(got.status, 200);
  });

  it('travel inside a form, and are kept with the row', async () => {
    const answer = await staff.submit('/view/tasks_edit', { title: 'By form', paper: new File(['words'], 'w.txt') });
    assert.equal(answer.status, 303, answer.text.slice(0, 3000));
    const { rows } = await server.data.db.query(`select id from plinth.files where name = 'w.txt'`);
    assert.equal((await staff.get(`/files/${rows[0].id}/w.txt`)).text, 'words');
  });
});

describe('F3: access to a file', () => {
  it('is for those who may read its row; for others it does not exist', async () => {
    const { url } = await stored('paper', new File(['private'], 'p.txt'));
    const missing = await user.get('/files/0190a0b0-0000-7000-8000-000000000000/p.txt');
    const foreign = await user.get(url);
    assert.equal(foreign.status, 404);
    assert.equal(foreign.text.replace(/\b[0-9a-f]{16}\b/g, ''), missing.text.replace(/\b[0-9a-f]{16}\b/g, ''));
    assert.equal((await (await server.as('public')).get(url)).status, 404);
    for (const variant of ['thumb', 'medium']) {
      assert.equal((await user.get(`${url}?variant=${variant}`)).status, 404);
    }
  });

  it('uploads are only accepted from those who may write the field', async () => {
    assert.ok([403, 404, 422].includes((await upload('paper', new File(['x'], 'x'), user)).status));
    assert.equal((await upload('paper', new File(['x'], 'x'), await server.as('public'))).status, 401);
    assert.ok([404, 422].includes((await upload('title', new File(['x'], 'x'))).status));
  });

  it('F1: no name or id leads out of the store', async () => {
    for (const at of [
      '/files/..%2f..%2fetc%2fpasswd/x',
      '/files/%2e%2e/x',
      '/files/x/..%5c..',
      '/files/%00/x',
      `/files/${'a'.repeat(3000)}/x`,
      '/files/passwd/x?variant=../../x',
    ]) {
      assert.equal((await staff.get(at)).status, 404, at);
    }
  });
});

describe('F8: parts of a file', () => {
  /** @type {string} */
  let url;
  before(async () => {
    ({ url } = await stored('paper', new File(['0123456789'], 'digits.txt')));
  });
  for (const [range, status, text] of /** @type {const} */ ([
    ['bytes=2-4', 206, '234'],
    ['bytes=8-', 206, '89'],
    ['bytes=-3', 206, '789'],
    ['bytes=5-500', 206, '56789'],
    ['bytes=10-', 416, ''],
    ['bytes=0-1,3-4', 200, '0123456789'],
    ['lines=1-2', 200, '0123456789'],
  ])) {
    it(`${range}: ${status}`, async () => {
      const got = await staff.get(url, { range });
      assert.equal(got.status, status);
      assert.equal(got.text, text);
    });
  }

  it('answers 304 for a known file, and sends it whole if the range was of another version', async () => {
    const etag = (await staff.get(url)).headers.get('etag') ?? '';
    assert.equal((await staff.get(url, { 'if-none-match': etag })).status, 304);
    assert.equal((await staff.get(url, { range: 'bytes=1-2', 'if-range': '"other"' })).status, 200);
    assert.equal((await staff.get(url, { range: 'bytes=1-2', 'if-range': etag })).status, 206);
  });
});

describe('images', () => {
  it('thumbnails are re-encoded and inline', async () => {
    const noise = await sharp({ create: { width: 1500, height: 694, channels: 3, background: '#c33' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'canary-exif' } } })
      .jpeg()
      .toBuffer();
    const { url } = await stored('photo', new File([new Uint8Array(noise)], 'p.jpg'));
    const response = await fetch(`${server.url}${url}?variant=thumb`, {
      headers: { cookie: `plinth_session=${staff.cookies.get('plinth_session')}` },
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/webp');
    const bytes = Buffer.from(await response.arrayBuffer());
    const { width, height } = await sharp(bytes).metadata();
    assert.deepEqual([width, height], [160, 74]);
    assert.ok(!bytes.includes('canary-exif'));
  });

  it('F6: an image bomb gives an error, and the server lives', async () => {
    const { url } = await stored('paper', new File([new Uint8Array(bomb(30_000, 30_000))], 'bomb.png'));
    const answer = await staff.get(`${url}?variant=thumb`);
    assert.equal(answer.status, 422);
    assert.equal((await staff.get('/healthz')).status, 200);
    const left = await readdir(path.join(server.dataDir, 'cache', 'images')).catch(() => []);
    assert.ok(!left.some((name) => name.endsWith('.part')));
  });
});

/** A PNG that says it is huge and holds nothing of it. @param {number} width @param {number} height */
function bomb(width, height) {
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(8 + data.length + 4);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), 8 + data.length);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {Buffer} bytes */
function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let i = 0; i < 8; i++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}
