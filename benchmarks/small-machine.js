/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { canGroup, createControlGroup, load, prepareData, startServer } from '@plinth/cli/benchmarks';

const MB = 2 ** 20;
const CSV_ROWS = 100_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

/**
 * One worker and its embedded PostgreSQL in a control group with 512 MB and no swap, under all that it has to do at once: the
 * forum's front page, made anew and from memory, rows by form post, and CSV imports by an admin. Prints the highest memory of
 * the group and what was killed for want of it. The group counts the files that the kernel keeps in memory too: the peak may
 * touch the limit without anybody lacking memory, so what is in use without them stands beside it.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'I',
  about: 'everything at once in a control group of 512 MB',
  isApart: true,
  lacks: () => (canGroup() ? null : 'Linux, and root to create a control group'),
  sizes: { seconds: [20, 8], memory: [512, 512] },
  async run({ seconds, memory }, { env, fail }) {
    const prepared = await prepareData(env);
    const group = createControlGroup(memory);
    try {
      const results = [];
      for (const cache of ['on', 'off']) results.push(await measure(prepared, { group, cache, seconds }));
      if (results.some(({ killed, failed }) => killed > 0 || failed > 0)) fail('something was killed, or failed');
      return results;
    } finally {
      await group.remove();
      await prepared.remove();
    }
  },
};

/**
 * @param {Awaited<ReturnType<typeof prepareData>>} prepared
 * @param {{ group: ReturnType<typeof createControlGroup>, cache: string, seconds: number }} how
 */
async function measure({ env, cookies, adminCookie, paths }, { group, cache, seconds }) {
  const serverEnv = { ...env, WORKERS: '1', PAGE_CACHE: cache, LOG_LEVEL: 'warn' };
  const server = await startServer(serverEnv, { inside: group.inside });
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, group.held())), 100);
  try {
    const { user: cookie } = await cookies(server.url);
    const [url, duration, headers] = [server.url + paths.complex_page, seconds, { cookie }];
    const form = { url: server.url + paths.public_insert, method: 'POST', status: 303, body: 'text=Hello+there' };
    const loads = [
      load('autocannon', { url, connections: 40, duration }, null),
      load('autocannon', { url, connections: 10, duration, headers }, null),
      load('autocannon', { ...form, connections: 16, duration, headers: { ...headers, ...FORM } }, null),
    ];
    const imported = await importFor(seconds, server.url, adminCookie);
    const [pages, own, posts] = await Promise.all(loads);
    return {
      'page cache': cache,
      'pages/s': Math.round(pages.requestsPerSecond + own.requestsPerSecond),
      'posts/s': Math.round(posts.requestsPerSecond),
      'CSV rows': imported,
      'peak MB': Math.round(group.peak() / MB),
      'without file cache MB': Math.round(most / MB),
      killed: group.kills(),
      failed: pages.errors + own.errors + posts.errors,
    };
  } finally {
    clearInterval(watch);
    await server.stop();
  }
}

/**
 * One import after the other, as an admin would run them in the browser.
 *
 * @param {number} seconds
 * @param {string} url
 * @param {string} cookie
 */
async function importFor(seconds, url, cookie) {
  const end = performance.now() + seconds * 1000;
  const lines = Array.from({ length: CSV_ROWS }, (_, i) => `A note of the import ${i}`);
  const request = /** @type {const} */ ({ method: 'POST', redirect: 'manual' });
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  let rows = 0;
  while (performance.now() < end) {
    const file = new FormData();
    file.set('file', new Blob([`Text\n${lines.join('\n')}\n`], { type: 'text/csv' }), 'notes.csv');
    const kept = await fetch(`${url}/admin/tables/bench_notes/import`, { ...request, headers, body: file });
    const next = kept.headers.get('location');
    if (!next) throw new Error(`The file was answered ${kept.status}`);
    const body = new URLSearchParams({ 'c.0.header': 'Text', 'c.0.field': 'text', mode: 'good-rows' });
    const done = await fetch(url + next, { ...request, headers, body });
    if (done.status !== 200) throw new Error(`The import was answered ${done.status}`);
    await done.text();
    rows += CSV_ROWS;
  }
  return rows;
}
