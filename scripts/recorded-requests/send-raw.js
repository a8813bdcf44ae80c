import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** @typedef {{ status: number, headers: [string, string][], body: Buffer }} Answer */

/** After this time a server that sends nothing has closed the connection, in ms. */
const PATIENCE = 10_000;

/**
 * Sends bytes unchanged and reads all responses until the server closes the connection or has sent as many as expected,
 * for requests that no HTTP client would send.
 *
 * @param {number} port @param {string | Buffer} bytes
 * @param {{ methods: string[], cut?: boolean }} options methods: of the requests in it; cut: break the connection off
 *   instead of waiting for a response
 * @returns {Promise<Answer[]>}
 */
export function sendRaw(port, bytes, { methods, cut = false }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    let received = Buffer.alloc(0);
    const late = setTimeout(() => socket.destroy(), PATIENCE);
    const done = () => {
      clearTimeout(late);
      socket.destroy();
      resolve(readAnswers(received, methods).answers);
    };
    socket.on('data', (/** @type {Buffer} */ chunk) => {
      received = Buffer.concat([received, chunk]);
      if (readAnswers(received, methods).isWhole) done();
    });
    socket.on('close', done);
    socket.on('error', (/** @type {Error & { code?: string }} */ error) => {
      if (error.code === 'ECONNREFUSED') reject(error);
    });
    socket.write(bytes, () => cut && setTimeout(done, 50));
  });
}

/** @param {Buffer} bytes @param {string[]} methods @returns {{ answers: Answer[], isWhole: boolean }} */
function readAnswers(bytes, methods) {
  /** @type {Answer[]} */
  const answers = [];
  let rest = bytes;
  for (const method of methods) {
    const read = readAnswer(rest, method);
    if (!read) return { answers, isWhole: false };
    answers.push(read.answer);
    rest = read.rest;
  }
  return { answers, isWhole: true };
}

/**
 * @param {Buffer} bytes
 * @param {string} method
 * @returns {{ answer: Answer, rest: Buffer } | null} null: incomplete
 */
function readAnswer(bytes, method) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return /** @type {[string, string]} */ ([line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]);
  });
  const after = bytes.subarray(end + 4);
  const of = new Map(headers);
  if (status === 100) return readAnswer(after, method);
  const none = { answer: { status, headers, body: Buffer.alloc(0) }, rest: after };
  if (method === 'HEAD' || status === 304 || status === 204) return none;
  const read =
    of.get('transfer-encoding') === 'chunked' ? unchunk(after) : whole(after, Number(of.get('content-length') ?? 0));
  return (
    read && { answer: { status, headers, body: unpacked(read.body, of.get('content-encoding')) }, rest: read.rest }
  );
}

/** @param {Buffer} bytes @param {number} length */
const whole = (bytes, length) =>
  bytes.length < length ? null : { body: bytes.subarray(0, length), rest: bytes.subarray(length) };

/** @param {Buffer} bytes @returns {{ body: Buffer, rest: Buffer } | null} */
function unchunk(bytes) {
  /** @type {Buffer[]} */
  const chunks = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const size = parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    if (bytes.length < end + 2 + size + 2) return null;
    if (size === 0) return { body: Buffer.concat(chunks), rest: bytes.subarray(end + 4) };
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

/** @param {Buffer} body @param {string | undefined} encoding */
function unpacked(body, encoding) {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}
