import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

/**
 * Sends requests over some connections, on each the next as soon as the one before is answered, and counts. Made to cost
 * little, since it shares the cores with what it measures (a third of autocannon's CPU a request).
 *
 * @param {{ url: string, connections: number, seconds: number, request: (i: number) => string, status: number }} options
 *   request: the text of the i-th request, with its head; status: that of each right answer
 * @returns {Promise<{ rate: number, count: number, p50: number, p90: number, p99: number }>} latencies in ms
 * @throws if an answer has another status
 */
export async function loadHttp({ url, connections, seconds, request, status }) {
  const { hostname: host, port } = new URL(url);
  const right = `HTTP/1.1 ${status} `;
  /** @type {number[]} */
  const latencies = [];
  let sent = 0;
  const started = performance.now();
  const end = started + seconds * 1000;

  /** @returns {Promise<void>} */
  const run = () =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port: Number(port), noDelay: true });
      let before = 0;
      let rest = '';
      const next = () => {
        before = performance.now();
        socket.write(request(sent++), 'latin1');
      };
      socket.setEncoding('latin1');
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('data', (/** @type {unknown} */ chunk) => {
        rest = rest === '' ? String(chunk) : rest + chunk;
        if (!isWhole(rest)) return;
        if (!rest.startsWith(right)) return void socket.destroy(new Error(`Answered: ${rest.slice(0, 600)}`));
        rest = '';
        const now = performance.now();
        latencies.push(now - before);
        if (now < end) next();
        else socket.end();
      });
    });

  await Promise.all(Array.from({ length: connections }, run));
  const took = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const part = (/** @type {number} */ share) =>
    Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2));
  return { rate: latencies.length / took, count: latencies.length, p50: part(0.5), p90: part(0.9), p99: part(0.99) };
}

/** @param {string} text one answer, perhaps not all of it yet */
function isWhole(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = text.indexOf('ontent-length: ');
  if (length < 0 || length > head) return true;
  return text.length >= head + 4 + parseInt(text.slice(length + 15, length + 25), 10);
}
