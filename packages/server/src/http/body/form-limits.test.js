import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { atEdge } from '@plinth/data/testing';
import { PICTURE_LIMITS } from '../../pages/pictures/crop-picture.js';
import { readForm } from './form.js';

/** @type {import('node:http').Server} */
let server;
let address = '';
let folder = '';
/** @type {import('../../types.d.ts').FormLimits} */
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

/** @param {import('../../types.d.ts').FormLimits} given @param {FormData | URLSearchParams} body */
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
/** All files below the folder. */
const kept = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

/** Throws what is refused. @param {import('../../types.d.ts').FormLimits} given @param {FormData | URLSearchParams} body */
async function taken(given, body) {
  const answer = await sent(given, body);
  if (answer.code) throw answer;
  return answer;
}
/** @param {[string, string | Blob][]} entries */
const urlencoded = (entries) => new URLSearchParams(/** @type {[string, string][]} */ (entries));
const MANY = 50_000;

describe('a form at the edge of its limits', () => {
  for (const [as, encode] of /** @type {const} */ ([
    ['multipart', multipart],
    ['urlencoded', urlencoded],
  ]))
    atEdge('formFields', {
      as,
      send: async (count) => assert.equal((await taken({}, encode(texts(count)))).entries, count),
      cause: /The form has more than 20000 fields/,
      wayOut: /Send it in parts, or use the API/,
      stored: kept,
    });

  for (const [as, body] of /** @type {[string, (count: number) => FormData | URLSearchParams][]} */ ([
    ['one text', (count) => multipart([['a', 'x'.repeat(count)]])],
    [
      'two texts, one of letters of two bytes',
      (count) =>
        multipart([
          ['a', 'é'.repeat(MANY)],
          ['b', 'x'.repeat(count - 2 * MANY)],
        ]),
    ],
    ['urlencoded', (count) => urlencoded([['a', 'x'.repeat(count - 2)]])],
  ]))
    atEdge('formTextBytes', {
      as,
      send: (count) => taken({}, body(count)),
      cause: /The request is too large: at most 2 MB are accepted/,
      wayOut: /Shorten its texts, or attach them as files/,
      stored: kept,
    });

  atEdge('formFiles', {
    send: async (count) => assert.equal((await taken({}, multipart(files(count, 5)))).files.length, count),
    cause: /The form has more than 50 files/,
    wayOut: /Send the others with the form once more/,
    stored: kept,
  });

  atEdge('formFileBytes', {
    most: 4096,
    send: async (count) => {
      const limit = { fileBytes: 4096, textBytes: 4096 };
      assert.deepEqual((await taken(limit, multipart(files(1, count)))).files, [count]);
    },
    cause: /is larger than 4 KB/,
    wayOut: /Choose a smaller file, or split it/,
    stored: kept,
  });

  atEdge('pictureBytes', {
    send: (count) => taken(PICTURE_LIMITS, multipart(files(1, count))),
    cause: /is larger than 10 MB/,
    wayOut: /Choose a smaller file/,
    stored: kept,
  });
});
