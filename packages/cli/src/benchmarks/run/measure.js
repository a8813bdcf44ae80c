import { AppError } from '@plinth/plugin';
import { startBareServer } from './ceiling.js';
import { load } from './load/index.js';
import { serverCores } from './machine.js';
import { ask } from './probe.js';
import { medianLatency, median, round, spread } from './statistics.js';
import { watchUsage } from './usage.js';

/** @import { Benchmark, Measurement, Options, Round, Target, Tool } from '../types.d.ts' */
/**
 * @typedef {{ benchmark: Benchmark, target: Target, as: string, tool: Tool, options: Options,
 *   cores: { server: string, load: string } | null }} Job
 */

/** The server is gone, or nothing could be requested. */
const GONE = new Set(['BENCHMARK_UNREACHABLE', 'BENCHMARK_LOAD_FAILED']);

/**
 * Sends the same request again and again: first once, checking the response, then a warm-up, then the rounds, with a
 * bare server sending the same bytes in between. If the server goes away, that is the result, so that earlier
 * measurements are not lost.
 *
 * @param {Job} job
 * @returns {Promise<Measurement>}
 */
export async function measure(job) {
  try {
    return await measureOne(job);
  } catch (error) {
    if (!(error instanceof AppError) || !GONE.has(error.code)) throw error;
    return { ...emptyMeasurement(job), errors: 1, problems: [error.message] };
  }
}

/** @param {Job} job @returns {Promise<Measurement>} */
async function measureOne(job) {
  const { benchmark, target, as, tool, options, cores } = job;
  const request = requestOf(benchmark, target, as, options);
  const answer = await ask(request.url, request);
  const result = emptyMeasurement(job);
  if (answer.status !== request.status) {
    const problem = `status ${answer.status} instead of ${request.status}`;
    return { ...result, errors: 1, problems: [problem] };
  }
  const put = (/** @type {typeof request} */ what) => load(tool, what, cores?.load ?? null);
  const cold = benchmark.amount ? await put(request) : null;
  if (options.warmup > 0) await put({ ...request, amount: undefined, duration: options.warmup });

  const bare = options.ceiling
    ? await startBareServer(answer, { workers: target.workers ?? 1, cores: cores?.server ?? null })
    : null;
  const usage = watchUsage(target.pid, serverCores(cores));
  /** @type {Round[]} */
  const rounds = [];
  /** @type {number[]} */
  const ceilings = [];
  try {
    if (bare && options.warmup > 0)
      await put({ ...request, url: bare.url, isMiss: false, amount: undefined, duration: 1 });
    for (let i = 0; i < options.repeats; i++) {
      // In turns, so that other load on the machine affects both.
      if (bare) ceilings.push((await put({ ...request, url: bare.url, isMiss: false })).requestsPerSecond);
      rounds.push(await usage.during(() => put(request)));
    }
  } finally {
    await bare?.close();
  }
  const ceiling = bare && round(median(ceilings));
  const rates = spread(rounds.map(({ requestsPerSecond }) => requestsPerSecond));
  return {
    ...result,
    requestsPerSecond: rates,
    cold: cold && round(cold.requestsPerSecond),
    latency: medianLatency(rounds),
    bytesPerRequest: median(rounds.map(({ bytesPerRequest }) => bytesPerRequest)),
    errors: rounds.reduce((sum, { errors }) => sum + errors, cold?.errors ?? 0),
    problems: [...new Set([...(cold?.problems ?? []), ...rounds.flatMap(({ problems }) => problems)])],
    ...usage.figures(),
    statements: await statementsOf(request, target),
    ceiling,
    share: ceiling && round(rates.median / ceiling, 3),
    rounds,
  };
}

/** @param {Benchmark} benchmark @param {Target} target @param {string} as @param {Options} options */
function requestOf({ name, request, amount }, target, as, options) {
  const { method = 'GET', body, status = 200 } = request ?? {};
  /** @type {Record<string, string>} */
  const headers = {};
  if (options.encoding !== 'identity') headers['accept-encoding'] = options.encoding;
  if (as !== 'public') headers.cookie = target.cookies[as];
  if (body !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded';
  const { connections, duration } = options;
  const isMiss = target.cache === 'miss';
  return { url: target.url + target.paths[name], method, headers, body, status, connections, duration, amount, isMiss };
}

/** @param {Job} job @returns {Measurement} */
function emptyMeasurement({ benchmark: { name }, target, as, tool, options: { connections } }) {
  const { system, paths, workers, cache } = target;
  return {
    benchmark: name,
    system,
    path: paths[name],
    tool,
    workers,
    cache,
    as,
    connections,
    requestsPerSecond: { median: 0, min: 0, max: 0 },
    cold: null,
    latency: { mean: 0, p50: 0, p75: 0, p90: 0, p95: 0, p99: 0, max: 0 },
    bytesPerRequest: 0,
    errors: 0,
    problems: [],
    cpuCores: null,
    cpuMsPerRequest: null,
    databaseMsPerRequest: null,
    memoryMb: null,
    statements: null,
    busiest: null,
    generatorCores: null,
    alone: null,
    ceiling: null,
    share: null,
    rounds: [],
  };
}

/** How many pages are requested to count their statements. */
const LOOKS = 5;

/**
 * Admins see with each page how many statements it took, unless it was cached. The minimum of several: if the freshness
 * barrier failed on a busy machine, the database was asked for that as well.
 *
 * @param {ReturnType<typeof requestOf>} request @param {Target} target
 */
async function statementsOf({ url, method }, { adminCookie, cache }) {
  if (!adminCookie || cache !== 'off' || method !== 'GET') return null;
  let least = Infinity;
  for (let looks = 0; looks < LOOKS && least > 0; looks++) {
    const { headers } = await ask(url, { headers: { cookie: adminCookie } });
    const found = /sql;desc="(\d+) statements?"/.exec(String(headers['server-timing'] ?? ''));
    if (!found) return null;
    least = Math.min(least, Number(found[1]));
  }
  return least;
}
