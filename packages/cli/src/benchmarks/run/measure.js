import { AppError } from '@plinth/plugin';
import { withoutGenerator } from '../report/capacity.js';
import { load } from './load/index.js';
import { BARE } from './peers.js';
import { ask } from './probe.js';
import { latencyOf, medianLatency, median, round, spread } from './statistics.js';
import { watchUsage } from './usage.js';

/** @import { Known, Measurement, Options, Round, Target, Tool } from '../types.d.ts' */
/** @import { Cores } from './machine.js' */
/** @import { Peer } from './peers.js' */
/** @import { Answer } from './probe.js' */
/** @typedef {{ benchmark: Known, as: string, tool: Tool, options: Options, cores: Cores, peers: Peer[] }} Job */
/**
 * One of the servers that are asked in turns.
 *
 * @typedef {{ target: Target, request: ReturnType<typeof requestOf>, cold: Round | null, rounds: Round[], usage:
 *   ReturnType<typeof watchUsage>, problem: string | null, close?: () => Promise<void> }} Contender
 */

/** The server is gone, or nothing could be requested. */
const GONE = new Set(['BENCHMARK_UNREACHABLE', 'BENCHMARK_LOAD_FAILED']);

/**
 * Sends the same request to each server again and again: first once, checking the response, then a warm-up, then the
 * rounds in turns, so that other work on the machine affects all of them, with peers that send the same bytes. If a server
 * goes away, that is its result, so that nothing else is lost.
 *
 * @param {Target[]} targets @param {Job} job
 * @returns {Promise<Measurement[]>} one for each target, and one for each peer
 */
export async function measure(targets, job) {
  const contenders = targets.map((target) => contenderOf(target, job));
  try {
    const answer = await begin(contenders[0], job);
    for (const contender of contenders.slice(1)) await begin(contender, job);
    const { method } = contenders[0].request;
    const able = job.peers.filter(({ caches }) => method === 'GET' || !caches);
    if (answer) for (const peer of able) contenders.push(await startPeer(peer, answer, contenders[0], job));
    for (let i = 0; i < job.options.repeats; i++) {
      for (const contender of contenders) {
        const found = await put(contender, job, contender.request, contender.usage);
        if (found) contender.rounds.push(found);
      }
    }
  } finally {
    for (const { close } of contenders) await close?.();
  }
  const bare = contenders.find(({ target }) => target.system === BARE);
  const ceiling = bare && bare.rounds.length > 0 ? rateOf(bare).median : null;
  const measurements = [];
  for (const contender of contenders) measurements.push(await summaryOf(contender, job, ceiling));
  return measurements;
}

/** @param {Target} target @param {Job} job @returns {Contender} */
const contenderOf = (target, { benchmark, as, options }) => ({
  target,
  request: requestOf(benchmark, target, as, options),
  cold: null,
  rounds: [],
  usage: watchUsage(target.pid),
  problem: null,
});

/** The first answer, and the warm-up. @param {Contender} contender @param {Job} job @returns {Promise<Answer | null>} */
async function begin(contender, job) {
  const { request } = contender;
  const answer = await unlessGone(contender, () => ask(request.url, request));
  if (!answer) return null;
  if (answer.status !== request.status) {
    contender.problem = `status ${answer.status} instead of ${request.status}`;
    return null;
  }
  if (job.benchmark.page?.amount) contender.cold = await put(contender, job, request);
  await warmUp(contender, job, job.options.warmup);
  return answer;
}

/** @param {Contender} contender @param {Job} job @param {number} seconds */
async function warmUp(contender, job, seconds) {
  if (seconds > 0) await put(contender, job, { ...contender.request, amount: undefined, duration: seconds });
}

/**
 * A server that sends the same bytes.
 *
 * @param {Peer} peer @param {Answer} answer @param {Contender} own @param {Job} job
 * @returns {Promise<Contender>}
 */
async function startPeer({ system, start }, answer, { target, request }, job) {
  const { url, pid, stop } = await start(answer, { workers: target.workers ?? 1, cores: job.cores.server });
  const usage = watchUsage(target.pid && pid);
  const asked = { ...request, url: url + request.path, isMiss: false };
  const peer = {
    target: { ...target, system },
    request: asked,
    cold: null,
    rounds: [],
    usage,
    problem: null,
    close: stop,
  };
  await warmUp(peer, job, Math.min(1, job.options.warmup));
  return peer;
}

/**
 * @param {Contender} contender @param {Job} job @param {ReturnType<typeof requestOf>} what
 * @param {ReturnType<typeof watchUsage>} [usage]
 * @returns {Promise<Round | null>} null: the server is gone
 */
async function put(contender, { tool, cores }, what, usage = watchUsage(null)) {
  if (contender.problem) return null;
  return unlessGone(contender, () => usage.during(() => load(tool, what, cores.load)));
}

/** @template T @param {Contender} contender @param {() => Promise<T>} work @returns {Promise<T | null>} */
async function unlessGone(contender, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !GONE.has(error.code)) throw error;
    contender.problem = error.message;
    return null;
  }
}

/** @param {Known} benchmark @param {Target} target @param {string} as @param {Options} options */
function requestOf({ name, page = {} }, target, as, { encoding, connections, duration }) {
  const { method = 'GET', body, status = 200, amount } = page;
  /** @type {Record<string, string>} */
  const headers = {};
  if (encoding !== 'identity') headers['accept-encoding'] = encoding;
  if (as !== 'public') headers.cookie = target.cookies[as];
  if (body !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded';
  const { of = name, missBy } = page;
  const path = target.paths[of];
  const isMiss = target.cache === 'miss';
  const asked = { path, method, headers, body, status, connections, duration, amount };
  return { url: target.url + path, ...asked, isMiss, missBy };
}

/** @param {Contender} contender */
const rateOf = ({ rounds }) => spread(rounds.map(({ requestsPerSecond }) => requestsPerSecond));

/** @param {Contender} contender @param {Job} job @param {number | null} ceiling @returns {Promise<Measurement>} */
async function summaryOf(contender, { benchmark, as, tool, options, cores }, ceiling) {
  const { target, request, cold, rounds, usage, problem } = contender;
  const { system, workers, cache } = target;
  const all = [...(cold ? [cold] : []), ...rounds];
  const isPeer = contender.close !== undefined;
  const rates = rounds.length > 0 ? rateOf(contender) : { median: 0, min: 0, max: 0 };
  return {
    benchmark: benchmark.name,
    system,
    path: request.path,
    tool,
    cores: target.cores,
    workers,
    cache,
    as,
    connections: options.connections,
    requestsPerSecond: rates,
    cold: cold && round(cold.requestsPerSecond),
    latency: rounds.length > 0 ? medianLatency(rounds.map(({ latency }) => latency)) : latencyOf([]),
    bytesPerRequest: rounds.length > 0 ? median(rounds.map(({ bytesPerRequest }) => bytesPerRequest)) : 0,
    errors: all.reduce((sum, { errors }) => sum + errors, problem ? 1 : 0),
    problems: [...new Set([...(problem ? [problem] : []), ...all.flatMap(({ problems }) => problems)])],
    ...usageOf(rounds, cores.count),
    memoryMb: usage.memory() > 0 ? round(usage.memory()) : null,
    statements: isPeer || problem ? null : await statementsOf(request, target),
    ceiling: isPeer ? null : ceiling,
    share: ceiling && !isPeer && rates.median > 0 ? round(rates.median / ceiling, 3) : null,
    rounds,
  };
}

/** What a request costs, and how much of the processor everybody had. @param {Round[]} rounds @param {number} cores */
function usageOf(rounds, cores) {
  const sum = (/** @type {'nodeMs' | 'databaseMs' | 'generatorMs' | 'requests' | 'seconds'} */ key) =>
    rounds.length === 0 || rounds.some((one) => one[key] === null)
      ? null
      : rounds.reduce((all, one) => all + Number(one[key]), 0);
  const requests = sum('requests');
  const [node, database, generator] = [sum('nodeMs'), sum('databaseMs'), sum('generatorMs')];
  const cpu = node === null || database === null ? null : node + database;
  const each = (/** @type {number | null} */ ms) => (ms === null || !requests ? null : round(ms / requests, 4));
  const busy = (/** @type {number | null} */ ms) =>
    ms === null ? null : round(ms / (Number(sum('seconds')) * 1000), 2);
  const ofRounds = rounds
    .filter((one) => one.requests > 0)
    .map((one) => (Number(one.nodeMs) + Number(one.databaseMs)) / one.requests);
  const alone = rounds.map((one) => withoutGenerator(one, cores)).filter((rate) => rate !== null);
  return {
    cpuMsPerRequest: each(cpu),
    cpuSpread: cpu === null || ofRounds.length === 0 ? null : spread(ofRounds, 4),
    databaseMsPerRequest: each(database),
    generatorMsPerRequest: each(generator),
    cpuCores: busy(cpu),
    generatorCores: busy(generator),
    alone: alone.length > 0 ? round(median(alone)) : null,
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
