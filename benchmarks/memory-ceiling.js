/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { crc32, deflateSync } from 'node:zlib';
import { canGroup, createControlGroup, load, onPath, prepareData, startServer } from '@plinth/cli/benchmarks';

const MB = 2 ** 20;
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
const UPLOADS = [20_000, 400_000, 3_000_000];
const FIELDS = ['id', 'title', 'body', 'posted', 'poster', 'category'];
const CONDITIONS = [
  'title.contains=a',
  'title.ne=b',
  'body.empty=false',
  'id.gt=5',
  'id.lt=5000',
  'posted.gt=2000-01-01',
];
const MOST_PARTS = 10;

/**
 * One worker and its embedded PostgreSQL on one core, in a control group with 512 MB and no swap, while pages and lists are asked for
 * that nobody has asked for before, forms are posted, and files and pictures uploaded. Beside them a page is asked for again
 * and again, which is in memory: by it one sees whether the collection of garbage, or a lack of memory, holds others up. It has
 * the core for itself before and after; with `memory=4096` one sees what of the rest is due to the ceiling.
 *
 * What is counted as in use is what the kernel can't take back: memory of all processes, PostgreSQL's shared buffers included,
 * without the files that the kernel keeps while there is room. The goal is at most `most` MB, and nobody killed.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'I',
  about: 'distinct misses, uploads and posts for long, on one core in 512 MB',
  isApart: true,
  lacks: () => (canGroup() && onPath('taskset') ? null : 'Linux, taskset, and root to create a control group'),
  sizes: { minutes: [30, 1], memory: [512, 512], most: [400, 400] },
  async run({ minutes, memory, most }, { env, fail, onProgress }) {
    const prepared = await prepareData(env);
    const group = createControlGroup(memory);
    const server = await startServer(
      { ...prepared.env, WORKERS: '1', LOG_LEVEL: 'warn' },
      { inside: group.inside, cores: '0' },
    );
    try {
      const site = { url: server.url, group, ...prepared, user: (await prepared.cookies(server.url)).user };
      const parts = Math.max(2, Math.min(MOST_PARTS, minutes * 2));
      const seconds = Math.max(1, Math.round((minutes * 60) / parts));
      await load('autocannon', hits(site, 3), null);
      const results = [await measure('hits alone', site, Math.min(seconds, 20), { isAlone: true })];
      for (let part = 1; part <= parts; part++) {
        results.push(await measure(`${(part * seconds) / 60} min`, site, seconds));
        onProgress(part, parts);
      }
      results.push(await measure('hits alone again', site, Math.min(seconds, 20), { isAlone: true }));
      const peak = Math.max(...results.map((row) => row['in use MB']));
      if (peak > most) fail(`${peak} MB were in use, at most ${most} were to be`);
      if (results.some(({ killed, failed }) => killed > 0 || failed > 0)) fail('something was killed, or failed');
      return results;
    } finally {
      await server.stop();
      await group.remove();
      await prepared.remove();
    }
  },
};

/**
 * @typedef {{ url: string, user: string, adminCookie: string | null, paths: Record<string, string>,
 *   group: ReturnType<typeof createControlGroup> }} Site
 */

/** @param {Site} site @param {number} duration */
const hits = ({ url, paths }, duration) => ({ url: url + paths.complex_page, connections: 2, duration });

/** @param {string} when @param {Site} site @param {number} duration @param {{ isAlone?: boolean }} [how] */
async function measure(when, site, duration, { isAlone = false } = {}) {
  const { url, paths, user, group } = site;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, group.held())), 50);
  const post = { url: url + paths.public_insert, method: 'POST', status: 303, body: 'text=Hello+there' };
  const page = { url: url + paths.complex_page, duration, isMiss: true };
  try {
    const [found, ...others] = await Promise.all([
      load('autocannon', hits(site, duration), null),
      ...(isAlone
        ? []
        : [
            load('autocannon', { ...page, connections: 16 }, null),
            load('autocannon', { ...page, connections: 4, headers: { cookie: user } }, null),
            load('autocannon', { ...post, connections: 8, duration, headers: { cookie: user, ...FORM } }, null),
            upload(site, duration),
            askLists(site, duration),
          ]),
    ]);
    const [visitors, own, posts, files, lists] = others;
    return {
      when,
      'hits/s': Math.round(found.requestsPerSecond),
      'p50 of hits': found.latency.p50,
      'p99 of hits': found.latency.p99,
      'misses/s': isAlone ? 0 : Math.round(visitors.requestsPerSecond + own.requestsPerSecond),
      'posts/s': isAlone ? 0 : Math.round(posts.requestsPerSecond),
      'uploads/s': isAlone ? 0 : files.requestsPerSecond,
      'lists/s': isAlone ? 0 : lists.requestsPerSecond,
      'in use MB': Math.round(most / MB),
      'with cached files MB': Math.round(group.peak() / MB),
      killed: group.kills(),
      failed: found.errors + others.reduce((sum, { errors }) => sum + errors, 0),
    };
  } finally {
    clearInterval(watch);
  }
}

/** Files of several sizes, and a picture that is shown smaller. Each is deleted again. @param {Site} site @param {number} seconds */
async function upload({ url, adminCookie }, seconds) {
  const headers = { cookie: String(adminCookie), 'sec-fetch-site': 'same-origin' };
  const end = performance.now() + seconds * 1000;
  const picture = makePicture(2400, 1600);
  let [requests, errors] = [0, 0];
  for (let turn = 0; performance.now() < end; turn++) {
    const size = UPLOADS[turn % (UPLOADS.length + 1)];
    const [name, body] = size ? ['file.bin', Buffer.alloc(size, turn)] : ['picture.png', picture];
    const kept = await fetch(`${url}/api/v1/files?folder=&name=${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body,
    });
    const { id } = await kept.json();
    const asked = size ? '' : '?variant=medium';
    const shown = await fetch(`${url}/files/${id}/${name}${asked}`, { headers });
    await shown.arrayBuffer();
    const gone = await fetch(`${url}/api/v1/files/${id}`, { method: 'DELETE', headers });
    await gone.arrayBuffer();
    requests++;
    errors += [kept, shown, gone].filter(({ ok }) => !ok).length;
  }
  return { requestsPerSecond: Math.round((requests / seconds) * 10) / 10, errors };
}

/** Lists of other fields with other conditions each time: statements of their own. @param {Site} site @param {number} seconds */
async function askLists({ url, user }, seconds) {
  const end = performance.now() + seconds * 1000;
  let [requests, errors] = [0, 0];
  /** As many of them as the bits of a number say. @param {string[]} all @param {number} bits */
  const some = (all, bits) => all.filter((_, at) => bits & (1 << at));
  for (; performance.now() < end; requests++) {
    const fields = ['id', ...some(FIELDS.slice(1), requests)].join();
    const conditions = some(CONDITIONS, Math.floor(requests / 32));
    const sort = requests % 3 ? 'posted' : '-posted';
    const list = `${url}/api/v1/tables/bench_threads/rows?limit=5&fields=${fields}&sort=${sort}&${conditions.join('&')}`;
    const answer = await fetch(list, { headers: { cookie: user } });
    await answer.arrayBuffer();
    if (!answer.ok) errors++;
  }
  return { requestsPerSecond: Math.round((requests / seconds) * 10) / 10, errors };
}

/** A PNG of one colour each row. @param {number} width @param {number} height */
function makePicture(width, height) {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) rows.fill(y & 0xff, y * (width * 3 + 1) + 1, (y + 1) * (width * 3 + 1));
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ bytes) => {
    const named = Buffer.concat([Buffer.from(type), bytes]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(bytes.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const start = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([start, chunk('IHDR', size), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}
