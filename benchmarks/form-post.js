import { installBenchmark, median, round, runAsScript, timeCalls, withOwnServer } from '@plinth/cli/benchmarks';

const PERSON = Object.freeze({ email: 'anna@example.com', password: 'correct horse battery', roles: ['user'] });
const CALLS = 5000;

/**
 * Single rows by form post over HTTP: one user is signed in, each post inserts a short text, its rights are checked and
 * it is on disk before the answer. 16 and 64 in flight; beside it the same inserts through the data package, without HTTP.
 *
 * node benchmarks/form-post.js [seconds=5] [rounds=3]        a profile of the server: CPU_PROF=1
 *
 * @param {{ quick?: boolean, seconds?: number, repeats?: number, onProgress?: (done: number, all: number) => void }}
 *   [options]
 */
export function run({ quick = false, seconds = quick ? 2 : 5, repeats = quick ? 1 : 3, onProgress } = {}) {
  const inFlight = [16, 64];
  return withOwnServer(prepare, async ({ put }, { path, cookie, direct }) => {
    const results = [];
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const post = { url: path, method: 'POST', headers, body: 'text=Hello+there%21', status: 303 };
    await put({ ...post, connections: 64, duration: 2 });
    for (const connections of inFlight) {
      for (let i = 0; i < repeats; i++) {
        const { requestsPerSecond, latency, nodeMs, postgresMs } = await put({
          ...post,
          connections,
          duration: seconds,
        });
        const { p50, p99 } = latency;
        results.push({
          'in flight': connections,
          'posts/s': Math.round(requestsPerSecond),
          p50,
          p99,
          nodeMs,
          postgresMs,
        });
        onProgress?.(results.length, inFlight.length * repeats);
      }
    }
    return results.map((result) => ({ ...result, 'inserts/s without HTTP': direct.get(result['in flight']) }));
  });

  /** @param {any} app @param {any} operator */
  async function prepare(app, operator) {
    const { people, rows } = app.data;
    const { benchmarks } = await installBenchmark(app, operator);
    await people.users.create(operator, { name: 'Anna', ...PERSON });
    const { token } = await people.login(PERSON.email, PERSON.password, { address: 'load', userAgent: 'load' });
    const { actor } = await people.session(token);
    const insert = () => rows.insert(actor, 'bench_notes', { text: 'Hello there!' });
    const direct = new Map();
    for (const callers of inFlight) {
      const rates = [];
      for (let i = 0; i < repeats; i++) rates.push((await timeCalls(CALLS, insert, { callers, warmUp: 50 })).perSecond);
      direct.set(callers, round(median(rates), 0));
    }
    return { path: benchmarks.public_insert, cookie: `plinth_session=${encodeURIComponent(token)}`, direct };
  }
}

const [seconds, repeats] = process.argv.slice(2).map(Number);
await runAsScript(import.meta.url, () => run({ seconds, repeats }));
