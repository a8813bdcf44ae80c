import { ask, generateLoad, isWhole, putLoad, serveOwn, summary, withServer } from './parts/server-and-load.js';
import { median } from './parts/samples.js';

const ME = import.meta.url;
const SYSTEM = Object.freeze({ userId: null, roles: [], system: true });

/**
 * Single rows by form post over HTTP: one user is logged in, each post inserts a short text, its rights are checked and
 * it is on the disk before it is answered. On an embedded PostgreSQL of its own, at 16 and 64 in flight; beside it, in
 * the same run, the data package's own insert in that process. Server and load are processes of their own.
 *
 * node benchmarks/form-post.js [seconds=5] [rounds=3]        a profile of the server: CPU_PROF=1
 *
 * @param {{ quick?: boolean, seconds?: number, repeats?: number, onProgress?: (done: number, all: number) => void }} [options]
 */
export function run({ quick = false, seconds = quick ? 2 : 5, repeats = quick ? 1 : 3, onProgress } = {}) {
  const inFlight = [16, 64];
  return withServer(ME, async (server, child) => {
    const results = [];
    let done = 0;
    await putLoad(ME, server, { connections: 64, seconds: 2 });
    for (const connections of inFlight) {
      const posts = [];
      /** @type {number[]} */
      const direct = [];
      for (let i = 0; i < repeats; i++) {
        direct.push(await ask(child, { insert: connections, seconds }));
        posts.push(await putLoad(ME, server, { connections, seconds }));
        onProgress?.(++done, inFlight.length * repeats);
      }
      results.push({
        'in flight': connections,
        ...summary(posts, 'posts/s'),
        'inserts/s in the process': Math.round(median(direct)),
      });
    }
    return results;
  });
}

if (isWhole(ME, { server: serve, load: generate })) {
  console.table(await run({ seconds: Number(process.argv[2] ?? 5), repeats: Number(process.argv[3] ?? 3) }));
}

async function serve() {
  const { installBenchmark } = await import('../packages/cli/src/benchmarks/setup/install-benchmark.js');
  const person = { email: 'anna@example.com', password: 'correct horse battery', roles: ['user'] };
  /** @type {any} */
  let actor;
  await serveOwn(
    async (parts) => {
      const { people } = parts.data;
      const { benchmarks } = await installBenchmark(parts, /** @type {any} */ (SYSTEM));
      await people.users.create(SYSTEM, { name: 'Anna', ...person });
      const { token } = await people.login(person.email, person.password, { address: 'load', userAgent: 'load' });
      ({ actor } = await people.session(token));
      return { path: benchmarks.public_insert, cookie: `plinth_session=${encodeURIComponent(token)}` };
    },
    async ({ insert, seconds }, { data }) => process.send?.(await insertDirectly(data, actor, insert, seconds)),
  );
}

/** @param {any} data @param {any} actor @param {number} callers @param {number} seconds @returns {Promise<number>} rows a second */
async function insertDirectly(data, actor, callers, seconds) {
  const end = performance.now() + seconds * 1000;
  const began = performance.now();
  let count = 0;
  const caller = async () => {
    while (performance.now() < end) {
      await data.rows.insert(actor, 'bench_notes', { text: 'Hello there!' });
      count++;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (count * 1000) / (performance.now() - began);
}

/** @param {{ url: string, path: string, cookie: string, connections: number, seconds: number }} options */
function generate({ url, path, cookie, connections, seconds }) {
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const post = { url: url + path, method: 'POST', headers, body: 'text=Hello+there%21' };
  return generateLoad({ ...post, connections, duration: seconds }, '303');
}
