import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Answer } from './answer.js';
import { PlinthRequest } from './request.js';
import { PlinthResponse } from './response.js';

let wholes = 0;
class Counted extends PlinthResponse {
  /** @param {Buffer} whole */
  endWhole(whole) {
    wholes++;
    super.endWhole(whole);
  }
}

const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
/** @param {number} size @param {string} tag */
const answer = (size, tag) =>
  new Answer({ head: ['x-own', 'yes'], type: 'text/html', tag, bytes: Buffer.alloc(size, EVERY_BYTE), isWhole: true });
/** @type {Map<string, Answer>} */
let answers;
/** Whether the server is about to close its connections. */
let isLeaving = false;
/** @type {import('node:http').Server} */
let server;
let now = 0;

before(async () => {
  const classes = /** @type {any} */ ({ IncomingMessage: PlinthRequest, ServerResponse: Counted });
  server = createServer(classes, (/** @type {any} */ req, /** @type {any} */ res) => {
    req.started = now;
    if (isLeaving) res.setHeader('connection', 'close');
    answers.get(req.url)?.send(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  answers = new Map([0, 19, 3000, 40_000].map((size) => [`/${size}`, answer(size, `t${size}`)]));
  isLeaving = false;
  wholes = 0;
});
after(() => {
  server.close();
});

/** What comes back for bytes on one connection, without the time. @param {string[]} requests @returns {Promise<string>} */
async function sent(requests) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(requests.join(''));
  return (await text(socket)).replace(/\r\nDate: [^\r]{29}\r\n/g, '\r\nDate: -\r\n');
}
const get = (/** @type {string} */ path, more = '', line = `GET ${path} HTTP/1.1`) =>
  `${line}\r\nHost: a\r\n${more}\r\n`;
const CLOSE = 'Connection: close\r\n';

describe('a body with its head', () => {
  it('is one write from the second answer in a second on, and the same bytes', async () => {
    for (const path of answers.keys()) {
      now += 1000;
      wholes = 0;
      const one = await sent([get(path), get(path, CLOSE)]);
      const [first] = one.split(/(?=HTTP\/1\.1 200 OK)/);
      assert.equal(wholes, 0);
      const all = await sent([get(path), get(path), get(path), get(path, CLOSE)]);
      assert.equal(wholes, 2, `${path}: what Node keeps of a response is no longer where it was`);
      assert.equal(all, first.repeat(3) + one.slice(first.length));
    }
  });

  it('tells the time of each second anew, also where answers of the last one still wait', async () => {
    const path = '/40000';
    await sent([get(path), get(path), get(path, CLOSE)]);
    wholes = 0;
    now += 1000;
    const all = await sent([get(path), get(path), get(path), get(path, CLOSE)]);
    assert.equal(wholes, 1, 'the head of the new second is made first');
    assert.equal(all.split('HTTP/1.1 200 OK').length, 5);
  });

  it('is sent the usual way where the head differs', async () => {
    const path = '/3000';
    await sent([get(path), get(path), get(path, CLOSE)]);
    wholes = 0;
    const head = await sent([get(path, '', `HEAD ${path} HTTP/1.1`), get(path, CLOSE, `HEAD ${path} HTTP/1.1`)]);
    assert.match(head, /^HTTP\/1\.1 200 OK\r\nx-own: yes\r\n.*content-length: 3000\r\n.*keep-alive.*\r\n\r\nHTTP/s);
    const old = await sent([`GET ${path} HTTP/1.0\r\n\r\n`]);
    assert.match(old, /\r\nConnection: close\r\n/);
    const known = await sent([get(path, 'If-None-Match: "x", W/"t3000"\r\n'), get(path, CLOSE)]);
    assert.match(known, /^HTTP\/1\.1 304 /);
    isLeaving = true;
    assert.match(await sent([get(path)]), /\r\nconnection: close\r\n/);
    assert.equal(wholes, 0);
  });
});
