/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { installBenchmark, median, signIn, timeCalls, withOwnServer } from '@plinth/cli/benchmarks';

const CALLS = 5000;
const IN_FLIGHT = [16, 64];

/**
 * One user is signed in, each post inserts a short text, its rights are checked and it is on disk before the answer. Beside
 * it the same inserts through the data package, without HTTP. A profile of the server: CPU_PROF=1.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'B',
  about: 'single rows by form post, 16 and 64 in flight',
  sizes: { seconds: [5, 2], rounds: [3, 1] },
  run: ({ seconds, rounds }, { onProgress }) =>
    withOwnServer(
      async ({ data, ...app }, operator) => {
        const { benchmarks } = await installBenchmark({ data, ...app }, operator);
        const { id, headers } = await signIn(data, operator, 'user');
        const actor = await data.access.actorOfUser(operator, id);
        const insert = () => data.rows.insert(actor, 'bench_notes', { text: 'Hello there!' });
        const direct = new Map();
        for (const callers of IN_FLIGHT) {
          const rates = [];
          for (let i = 0; i < rounds; i++)
            rates.push((await timeCalls(CALLS, insert, { callers, warmUp: 50 })).perSecond);
          direct.set(callers, median(rates));
        }
        return { url: benchmarks.public_insert, headers, direct };
      },
      async ({ put }, { url, headers: person, direct }) => {
        const headers = { ...person, 'content-type': 'application/x-www-form-urlencoded' };
        const post = { url, method: 'POST', headers, body: 'text=Hello+there%21', status: 303 };
        await put({ ...post, connections: 64, duration: 2 });
        const results = [];
        for (const connections of IN_FLIGHT) {
          for (let i = 0; i < rounds; i++) {
            const { requestsPerSecond, latency, cpu } = await put({ ...post, connections, duration: seconds });
            results.push({
              'in flight': connections,
              'posts/s': Math.round(requestsPerSecond),
              p50: latency.p50,
              p99: latency.p99,
              ...cpu,
              'inserts/s without HTTP': direct.get(connections),
            });
            onProgress(results.length, IN_FLIGHT.length * rounds);
          }
        }
        return results;
      },
    ),
};
