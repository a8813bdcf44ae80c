import { createHistogram } from './histogram.js';

/*
 * The load generator as a process of its own: the job comes as JSON in the first argument, what was found goes to
 * standard output.
 */

/** @type {{ url: string, method: string, headers: Record<string, string>, body?: string, status: number, connections: number, duration: number, amount?: number }} */
const job = JSON.parse(process.argv[2]);
// @ts-ignore it has no types
const { default: autocannon } = await import('autocannon');
const { url, method, headers, body, connections, duration, amount, status } = job;
const histogram = createHistogram();
/** @type {Map<number, number>} */
const wrong = new Map();
const cpuBefore = process.cpuUsage();
const began = performance.now();
let last = began;
const instance = autocannon({
  url,
  method,
  headers,
  ...(body === undefined ? {} : { body }),
  connections,
  ...(amount ? { amount } : { duration }),
  timeout: 30,
});
instance.on(
  'response',
  (
    /** @type {unknown} */ _client,
    /** @type {number} */ code,
    /** @type {number} */ _bytes,
    /** @type {number} */ ms,
  ) => {
    histogram.add(ms);
    last = performance.now();
    if (code !== status) wrong.set(code, (wrong.get(code) ?? 0) + 1);
  },
);
const result = await instance;
const { user, system } = process.cpuUsage(cpuBefore);
// With a number of requests it ends only with the second under way.
const seconds = amount ? (last - began) / 1000 : result.duration;
const requests = result.requests.total;
const wrongAnswers = [...wrong.values()].reduce((sum, count) => sum + count, 0);
const problems = [...wrong].map(([code, count]) => `${count} × status ${code}`);
if (result.errors > 0) problems.push(`${result.errors} × no answer (${result.timeouts} of them too late)`);
process.stdout.write(
  JSON.stringify({
    requestsPerSecond: requests / seconds,
    requests,
    seconds,
    latency: histogram.latency(),
    bytesPerRequest: requests > 0 ? Math.round(result.throughput.total / requests) : 0,
    errors: wrongAnswers + result.errors,
    problems,
    generatorCpuMs: (user + system) / 1000,
  }),
);
