import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readForm } from './form.js';

// The limits of a form at their edge. They are lowered here; what forms are read with by default is LIMITS.formFields,
// LIMITS.formTextBytes, LIMITS.columnsFormBytes, LIMITS.formFiles, LIMITS.formFileBytes and LIMITS.importFileBytes.

/** @type {import('node:http').Server} */
let server;
let address = '';
let folder = '';
/** @type {import('../types.d.ts').FormLimits} */
let limits = {};

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-form-'));
  server = createServer(async (req, res) => {
    const answer = await readForm(/** @type {any} */ (req), limits, folder).then(
      ({ entries, files }) => ({ entries: entries.length, files: files.map(({ size }) => size) }),
      ({ status, code, message, hint }) => ({ status, code, message, hint }),
    );
    res.setHeader('connection', 'close');
    res.end(JSON.stringify(answer));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  address = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
});
after(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** @param {import('../types.d.ts').FormLimits} given @param {FormData | URLSearchParams} body */
async function sent(given, body) {
  limits = given;
  return (await fetch(address, { method: 'POST', body })).json();
}
/** @param {[string, string | Blob][]} entries */
function multipart(entries) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}
/** @param {number} count @returns {[string, string][]} */
const texts = (count) => Array.from({ length: count }, (_, at) => [`t${at}`, 'x']);
/** @param {number} count @param {number} bytes @returns {[string, Blob][]} */
const files = (count, bytes) => Array.from({ length: count }, (_, at) => [`f${at}`, new Blob(['x'.repeat(bytes)])]);
const refused = { code: 'BODY_TOO_LARGE', status: 413 };

/** @param {any} answer @param {RegExp} says */
function assertRefused({ status, code, message, hint }, says) {
  assert.deepEqual({ status, code }, refused, message);
  assert.match(message, says);
  assert.ok(hint, 'the way out');
}

describe('a form at the edge of its limits', () => {
  for (const [kind, encode] of /** @type {const} */ ([
    ['multipart', multipart],
    ['urlencoded', (/** @type {[string, string][]} */ entries) => new URLSearchParams(entries)],
  ])) {
    it(`has as many fields as it may, and not one more (${kind})`, async () => {
      assert.equal((await sent({ fields: 7 }, encode(texts(7)))).entries, 7);
      assertRefused(await sent({ fields: 7 }, encode(texts(8))), /more than 7 fields/);
    });
  }

  it('has texts of as many bytes as it may, and not one more, in one field or several', async () => {
    const limit = { textBytes: 2048, fileBytes: 10_000 };
    assert.equal((await sent(limit, multipart([['a', 'x'.repeat(2048)]]))).entries, 1);
    assertRefused(await sent(limit, multipart([['a', 'x'.repeat(2049)]])), /too large: at most 2 KB/);
    const halves = (/** @type {number} */ more) =>
      multipart([
        ['a', 'é'.repeat(512)],
        ['b', 'x'.repeat(1024 + more)],
      ]);
    assert.equal((await sent(limit, halves(0))).entries, 2);
    assertRefused(await sent(limit, halves(1)), /at most 2 KB/);
    assert.equal((await sent(limit, new URLSearchParams({ a: 'x'.repeat(2046) }))).entries, 1);
    assertRefused(await sent(limit, new URLSearchParams({ a: 'x'.repeat(2047) })), /at most 2 KB/);
  });

  it('has as many files as it may, and not one more', async () => {
    assert.deepEqual((await sent({ files: 3 }, multipart(files(3, 5)))).files, [5, 5, 5]);
    assertRefused(await sent({ files: 3 }, multipart(files(4, 5))), /more than 3 files/);
  });

  it('has a file of as many bytes as it may, and not one more; nothing of it stays on the disk', async () => {
    const limit = { fileBytes: 4096, textBytes: 4096 };
    assert.deepEqual((await sent(limit, multipart(files(1, 4096)))).files, [4096]);
    const kept = (await readdir(folder)).length;
    assertRefused(await sent(limit, multipart(files(1, 4097))), /is larger than 4 KB/);
    assert.equal((await readdir(folder)).length, kept);
  });
});
