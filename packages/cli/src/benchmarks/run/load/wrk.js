import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRunFolder } from '../run-folder.js';
import { UNKNOWN } from '../usage.js';

/** @import { Round } from '../../types.d.ts' */
/** @import { Job } from './index.js' */

const THREADS = 2;
const MS_OF_A_US = 0.001;

/**
 * wrk's command line for a job. A script contains what the command line can't express (method, body, and the
 * percentiles to print); `remove` deletes it.
 *
 * @param {Job} job @returns {{ args: string[], remove: () => Promise<void> }}
 */
export function wrkCommand({ url, method = 'GET', headers = {}, body, connections, duration, isMiss, missBy }) {
  const { folder, remove } = createRunFolder();
  const script = path.join(folder, 'request.lua');
  const text = [
    `wrk.method = ${JSON.stringify(method)}`,
    ...(body === undefined ? [] : [`wrk.body = ${JSON.stringify(body)}`]),
    ...(isMiss ? missScript(url, missBy) : []),
    'function done(summary, latency, requests)',
    '  io.write("plinth ")',
    '  for _, p in pairs({ 50, 75, 90, 95, 99 }) do io.write(latency:percentile(p), " ") end',
    '  io.write(latency.mean, " ", latency.max, " ", summary.requests, " ", summary.duration, " ", summary.bytes)',
    '  for _, kind in pairs({ "status", "connect", "read", "write", "timeout" }) do io.write(" ", summary.errors[kind]) end',
    '  io.write("\\n")',
    'end',
  ];
  writeFileSync(script, text.join('\n'));
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const size = ['-t', String(Math.min(THREADS, connections)), '-c', String(connections), '-d', `${duration}s`];
  return {
    args: [...size, '--timeout', '30s', ...sent, '-s', script, url],
    remove,
  };
}

/** Each thread has its own script state, so each counts after its own prefix. @param {string} url @param {string} [by] */
const missScript = (url, by = 'miss=*') => [
  'local threads = 0',
  'function setup(thread) thread:set("id", threads); threads = threads + 1 end',
  'function init() asked = 0 end',
  'function request()',
  '  asked = asked + 1',
  `  local number = "${Date.now()}-" .. id .. "-" .. asked`,
  `  return wrk.format(nil, ${JSON.stringify(`${new URL(url).pathname}?${by}`).replaceAll('*', '" .. number .. "')})`,
  'end',
];

/** @param {string} output of wrk with our script, and of `times` @returns {Round} */
export function readWrk(output) {
  const line = /^plinth (.+)$/m.exec(output);
  if (!line) throw new Error(`wrk said: ${output.slice(0, 500)}`);
  const [p50, p75, p90, p95, p99, mean, max, requests, us, bytes, status, ...lost] = line[1]
    .trim()
    .split(/\s+/)
    .map(Number);
  const seconds = us / 1e6;
  const unanswered = lost.reduce((sum, count) => sum + count, 0);
  const ms = (/** @type {number} */ value) => value * MS_OF_A_US;
  return {
    requestsPerSecond: requests / seconds,
    requests,
    seconds,
    latency: { mean: ms(mean), p50: ms(p50), p75: ms(p75), p90: ms(p90), p95: ms(p95), p99: ms(p99), max: ms(max) },
    bytesPerRequest: requests > 0 ? Math.round(bytes / requests) : 0,
    errors: status + unanswered,
    problems: [
      ...(status > 0 ? [`${status} × status 400 or above`] : []),
      ...(unanswered > 0 ? [`${unanswered} × no answer`] : []),
    ],
    generatorMs: readTimes(output),
    ...UNKNOWN,
  };
}

/** The shell's `times` for its children, "0m1.20s 0m3.40s": CPU time in ms. @param {string} output */
function readTimes(output) {
  const last = output.trim().split('\n').at(-1) ?? '';
  const times = [...last.matchAll(/(\d+)m([\d.]+)s/g)];
  return times.length === 2 ? times.reduce((sum, [, m, s]) => sum + (Number(m) * 60 + Number(s)) * 1000, 0) : null;
}
