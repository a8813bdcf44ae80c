import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const HEAD_END = Buffer.from('\r\n\r\n');
const DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * @typedef {{ path: string, method?: 'GET' | 'HEAD', version?: '1.0' | '1.1', headers?: Record<string, string> }} Ask
 * @typedef {{ status: number, headers: Record<string, string>, text: string }} Told text: decompressed
 */

/**
 * Sends requests together on a connection of their own, and reads what comes back to the last byte.
 *
 * @param {number} port @param {readonly Ask[]} asks
 * @param {{ leaves?: boolean, later?: Promise<unknown>, between?: Promise<unknown> }} [how] leaves: without reading an
 *   answer, nor sending the second half; later: reads nothing until then; between: sends the second half then
 * @returns {Promise<Told[]>} fewer if an answer to HTTP/1.0 ends the connection
 */
export async function pipelined(port, asks, { leaves = false, later, between } = {}) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const last = asks.length - 1;
  const text = asks.map((ask, i) => requestOf(ask, i === last)).join('');
  const half = between ? text.length >> 1 : text.length;
  socket.write(text.slice(0, half));
  await between;
  if (leaves) {
    if (!between) await once(socket, 'readable');
    socket.resetAndDestroy();
    return [];
  }
  socket.write(text.slice(half));
  await later;
  /** @type {Buffer[]} */
  const pieces = [];
  for await (const piece of socket) pieces.push(piece);
  return answersIn(Buffer.concat(pieces), asks);
}

/** @param {Ask} ask @param {boolean} isLast */
function requestOf({ path, method = 'GET', version = '1.1', headers = {} }, isLast) {
  const all = { host: 'test', accept: 'text/html', ...headers, connection: isLast ? 'close' : 'keep-alive' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/${version}\r\n${lines.join('')}\r\n`;
}

/** @param {Buffer} bytes @param {readonly Ask[]} asks @returns {Told[]} @throws {Error} if anything but whole answers is there */
function answersIn(bytes, asks) {
  /** @type {Told[]} */
  const answers = [];
  let start = 0;
  for (const { method, version } of asks) {
    const end = bytes.indexOf(HEAD_END, start);
    if (end < 0)
      throw new Error(`${answers.length} of ${asks.length} answers, then ${bytes.toString('latin1', start)}`);
    const { status, headers } = headIn(bytes.toString('latin1', start, end));
    const isEmpty = method === 'HEAD' || status === 304;
    start = end + HEAD_END.length;
    const length = isEmpty ? 0 : Number(headers['content-length']);
    if (!(start + length <= bytes.length)) throw new Error(`${headers['content-length']} bytes are not there`);
    const body = bytes.subarray(start, start + length);
    start += length;
    answers.push({ status, headers, text: isEmpty ? '' : unpacked(body, headers['content-encoding']) });
    // Node ends a connection of HTTP/1.0 with an answer that has no length.
    if (version === '1.0' && headers.connection === 'close') break;
  }
  if (start < bytes.length) throw new Error(`More than asked for: ${bytes.toString('latin1', start, start + 200)}`);
  return answers;
}

/** @param {string} text @throws {Error} if it is torn */
function headIn(text) {
  const [first, ...lines] = text.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) [A-Za-z -]+$/.exec(first)?.[1]);
  /** @type {Record<string, string>} */
  const headers = {};
  for (const line of lines) {
    const [, name, value] = /^([A-Za-z-]+): (.*)$/.exec(line) ?? [];
    const key = name?.toLowerCase();
    if (key === undefined || (key in headers && key !== 'set-cookie')) throw new Error(`A torn head: ${text}`);
    headers[key] = value;
  }
  if (!status || !DATE.test(headers.date)) throw new Error(`A torn head: ${text}`);
  return { status, headers };
}

/** @param {Buffer} body @param {string | undefined} encoding */
function unpacked(body, encoding) {
  const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
  return plain.toString();
}
