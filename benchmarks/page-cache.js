import { fork } from 'node:child_process';
import { createServer, get } from 'node:http';
import { node } from '@plinth/plugin';
import { startTestServer } from '@plinth/server/testing';

/**
 * A kept page against a bare node:http server that sends the same bytes with the same headers, in turns, from one
 * process each way: for a visitor and for somebody logged in. The load comes from a process of its own. Goals: at least
 * 80 % and 70 % of the bare server's requests a second.
 *
 * node benchmarks/page-cache.js [seconds=4] [rounds=3]
 */
if (process.send)
  process.once('message', async (/** @type {any} */ options) =>
    process.send?.(await load(options), () => process.exit()),
  );
else await main();

async function main() {
  const seconds = Number(process.argv[2] ?? 4);
  const rounds = Number(process.argv[3] ?? 3);
  const server = await startTestServer({ pageCache: true, users: { anna: ['user'] } });
  try {
    await defineForum(server);
    while (server.parts.pages?.state() !== 'live') await new Promise((resolve) => setTimeout(resolve, 10));
    const results = [];
    for (const who of ['public', 'anna']) {
      const client = await server.as(who);
      const path = '/view/topics';
      const headers = {
        'accept-encoding': 'br',
        cookie: [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      };
      const answer = await fetch(server.url + path, { headers });
      await answer.text();
      const bare = await bareServer(await fetchRaw(server.url + path, headers));
      results.push(await compare({ who, seconds, rounds, headers, url: server.url + path, bare }));
      bare.close();
    }
    console.table(results);
    console.log(server.parts.pages?.counts());
  } finally {
    await server.close();
  }
}

/** @param {{ who: string, seconds: number, rounds: number, headers: object, url: string, bare: { url: string } }} run */
async function compare({ who, seconds, rounds, headers, url, bare }) {
  /** @type {{ kept: number[], bare: number[] }} */
  const rates = { kept: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    rates.bare.push(await measure({ url: bare.url, headers, seconds }));
    rates.kept.push(await measure({ url, headers, seconds }));
  }
  const [kept, plain] = [median(rates.kept), median(rates.bare)];
  return {
    who,
    'kept requests/s': kept,
    'bare node:http requests/s': plain,
    share: `${Math.round((100 * kept) / plain)} %`,
  };
}

/** @param {{ url: string, headers: object, seconds: number }} options @returns {Promise<number>} requests a second */
function measure(options) {
  return new Promise((resolve, reject) => {
    const child = fork(new URL(import.meta.url));
    child.once('message', (rate) => resolve(Number(rate))).once('error', reject);
    child.send(options);
  });
}

/** @param {{ url: string, headers: any, seconds: number }} options */
async function load({ url, headers, seconds }) {
  // @ts-expect-error it has no types
  const { default: autocannon } = await import('autocannon');
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections: 32, duration: seconds });
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers were no success, ${errors} errors`);
  return requests.average;
}

/** The bytes as they travel, still compressed. @param {string} url @param {Record<string, string>} headers */
async function fetchRaw(url, headers) {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (res) => {
      /** @type {Buffer[]} */
      const chunks = [];
      res
        .on('data', (chunk) => chunks.push(chunk))
        .on('end', () => resolve({ bytes: Buffer.concat(chunks), headers: res.headers }));
    }).on('error', reject);
  });
}

/** @param {any} page */
async function bareServer({ bytes, headers: { date, connection, 'keep-alive': _, ...headers } }) {
  const list = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
  const http = createServer((_req, res) => {
    res.writeHead(200, list.slice());
    res.end(bytes);
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {any} */ (http.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => http.close() };
}

/** @param {Awaited<ReturnType<typeof startTestServer>>} server */
async function defineForum(server) {
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'threads',
    label: 'Threads',
    access: { public: { read: 'all' } },
    fields: [
      { name: 'title', label: 'Title', type: 'text' },
      { name: 'body', label: 'Body', type: 'long_text' },
    ],
  });
  const columns = ['title', 'body', 'created_by'].map((field) => ({ kind: 'field', field }));
  const config = { columns, pageSize: 20 };
  await data.edit(system, 'add-view', {
    view: { name: 'topics', label: 'Topics', template: 'list', table: 'threads', roles: ['public'], config },
  });
  for (let i = 0; i < 40; i++) {
    await data.rows.insert(system, 'threads', { title: `Thread ${i}`, body: 'Some words about it. '.repeat(5) });
  }
  await data.edit(system, 'add-page', {
    page: { name: 'forum', title: 'Forum', roles: ['public'], layout: node('embed', { view: 'topics' }) },
  });
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
