/** @import { Bad } from './worst-things.js' */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WORST } from './worst-things.js';

/*
 * A process of its own, so that whoever is measured does not wait for it: does one of the worst things again and again until
 * it is told to stop, and says how it was answered.
 */
const AT_ONCE = 20;

process.once('message', (/** @type {any} */ given) => void misbehave(given));

/** @param {{ url: string, name: string, token: string, cookie: string }} given */
async function misbehave({ url, name, token, cookie }) {
  const bad = WORST[name];
  /** @type {Record<string, number>} */
  const statuses = {};
  let isOver = false;
  let count = 0;
  process.once('message', () => (isOver = true));
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const caller = async () => {
    while (!isOver) {
      const status = await send({ url, bad, token, cookie, agent, count: ++count });
      statuses[status] = (statuses[status] ?? 0) + 1;
      // Where everything is refused at once, it is the refusing that is measured.
      if (status === 'broken' || status === 0) await sleep(20);
    }
  };
  const callers = Array.from({ length: bad.atOnce ?? AT_ONCE }, caller);
  process.send?.('begun');
  while (!isOver) await sleep(50);
  agent.destroy();
  await Promise.race([Promise.all(callers), sleep(500)]);
  process.send?.(statuses);
}

/**
 * @param {{ url: string, bad: Bad, token: string, cookie: string, agent: Agent, count: number }} given
 * @returns {Promise<number | string>} the status
 */
function send({ url, bad, token, cookie, agent, count }) {
  const { path, method = 'GET', accept, type, body, as = 'token', how } = bad;
  const filled = (/** @type {string} */ text) => text.replaceAll(/[$]|%24/g, String(count));
  const made = typeof body === 'function' ? body() : body;
  const content = typeof made === 'string' ? filled(made) : made;
  /** @type {Record<string, string>} */
  const headers = {
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': as === 'nobody' ? `192.0.2.${count % 60}` : '192.0.2.200',
  };
  if (as === 'token') headers.authorization = `Bearer ${token}`;
  if (as === 'cookie') headers.cookie = cookie;
  if (accept) headers.accept = accept;
  if (type) headers['content-type'] = type;
  if (content !== undefined) headers['content-length'] = String(Buffer.byteLength(content));
  return new Promise((resolve) => {
    const asked = request(new URL(filled(path), url), { method, headers, agent: how ? undefined : agent });
    asked.on('error', () => resolve('broken'));
    asked.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      answer.on('error', () => resolve(statusCode)).on('close', () => resolve(statusCode));
      // Takes a little from time to time, or nothing more for a second.
      if (how === 'slow reader' || how === 'stream') setTimeout(() => answer.destroy(), 1000);
      else answer.resume();
    });
    if (how === 'gone') setTimeout(() => asked.destroy(), 30);
    if (how === 'slow body') {
      asked.write(String(content).slice(0, 3));
      setTimeout(() => asked.destroy(), 2000);
    } else asked.end(content);
  });
}
