import { latencyOf } from '../statistics.js';
import { UNKNOWN } from '../usage.js';

/*
 * The load generator in a separate process: the job is JSON in the first argument, the results go to standard output.
 */

/** @import { Job } from './index.js' */

/** @type {Job} */
const job = JSON.parse(process.argv[2]);
// @ts-ignore it has no types
const { default: autocannon } = await import('autocannon');
const { url, method = 'GET', headers = {}, body, connections, duration, amount, status = 200, ids } = job;
const { isMiss, missBy = 'miss=*' } = job;
/** @type {number[]} */
const latencies = [];
/** @type {Map<number, number>} */
const wrong = new Map();
const cpuBefore = process.cpuUsage();
const began = performance.now();
let last = began;
const instance = autocannon({
  url,
  method,
  headers,
  connections,
  timeout: 30,
  ...(body === undefined ? {} : { body }),
  ...(amount ? { amount } : { duration }),
  ...requests(),
});
instance.on('response', (/** @type {[unknown, number, number, number]} */ ...[, code, , ms]) => {
  latencies.push(ms);
  last = performance.now();
  if (code !== status) wrong.set(code, (wrong.get(code) ?? 0) + 1);
});
const result = await instance;
const { user, system } = process.cpuUsage(cpuBefore);
// With a number of requests, it only ends at the next full second.
const seconds = amount ? (last - began) / 1000 : result.duration;
const total = result.requests.total;
const wrongAnswers = [...wrong.values()].reduce((sum, count) => sum + count, 0);
const problems = [...wrong].map(([code, count]) => `${count} × status ${code}`);
if (result.errors > 0) problems.push(`${result.errors} × no answer (${result.timeouts} of them too late)`);
process.stdout.write(
  JSON.stringify({
    requestsPerSecond: total / seconds,
    requests: total,
    seconds,
    latency: latencyOf(latencies),
    bytesPerRequest: total > 0 ? Math.round(result.throughput.total / total) : 0,
    errors: wrongAnswers + result.errors,
    problems,
    generatorMs: (user + system) / 1000,
    ...UNKNOWN,
  }),
);

/** Addresses that differ. */
function requests() {
  const { pathname } = new URL(url);
  if (ids) return { requests: Array.from({ length: ids }, (_, i) => ({ path: `${pathname}/${i + 1}` })) };
  if (!isMiss) return {};
  let asked = 0;
  // Other rounds requested other numbers.
  const first = Date.now();
  const setupRequest = (/** @type {object} */ request) => ({
    ...request,
    path: `${pathname}?${missBy.replaceAll('*', `${first}-${asked++}`)}`,
  });
  return { requests: [{ setupRequest }] };
}
