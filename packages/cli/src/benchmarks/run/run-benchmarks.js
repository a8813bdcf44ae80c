import { AppError } from '@plinth/plugin';
import { remarks } from '../options.js';
import { requireTool } from './load/index.js';
import { readMachine, shareCores } from './machine.js';
import { measure } from './measure.js';
import { loadPeers } from './peers.js';
import { findPaths } from './probe.js';
import { prepareData, startServer } from './servers.js';

/** @import { CommandContext } from '../../types.d.ts' */
/** @import { Cores } from './machine.js' */
/** @import { Peer } from './peers.js' */
/** @import { Known, Options, Results, Shape, Target } from '../types.d.ts' */
/**
 * @typedef {{ ctx: CommandContext, options: Options, results: Results, rivals: Target[], peers: Peer[],
 *   progress: ReturnType<CommandContext['progress']> }} Run
 */

/**
 * Runs the requested benchmarks.
 *
 * @param {CommandContext} ctx @param {Options} options @param {string} command as typed
 * @returns {Promise<Results>}
 */
export async function runBenchmarks(ctx, options, command) {
  const began = Date.now();
  const results = emptyResults(ctx, options, command);
  const fail = (/** @type {string} */ what) => {
    results.errors++;
    ctx.note(what);
  };
  /** A failed benchmark does not affect the others. @param {string} name @param {() => Promise<void>} work */
  const attempt = (name, work) =>
    work().catch((error) => fail(`${name} failed: ${error instanceof AppError ? error.message : error.stack}`));
  const [pages, others] = [options.benchmarks.filter(({ page }) => page), options.benchmarks.filter(({ run }) => run)];
  const able = others.filter((benchmark) => isAble(ctx, options, benchmark));
  if (pages.length > 0) options.tools.forEach(requireTool);
  results.notes.forEach(ctx.note);
  if (pages.length > 0) {
    const peers = await loadPeers(options.peers);
    const progress = ctx.progress('Measuring', secondsOf(pages, options));
    const run = { ctx, options, results, rivals: await givenRivals(options), peers, progress };
    if (options.url) await measureAll(run, pages, await givenTarget(options), shareCores(null, options));
    else await measureOwn(run, pages, attempt);
    progress.done();
    if (results.measurements.length === 0 && results.errors === 0) throw nothingToAsk(pages);
  }
  for (const benchmark of able) {
    const { name } = benchmark;
    results.others[name] = { error: 'it failed' };
    await attempt(name, async () => void (results.others[name] = await runOther(ctx, options, benchmark, fail)));
  }
  results.errors += results.measurements.reduce((sum, { errors }) => sum + errors, 0);
  results.seconds = Math.round((Date.now() - began) / 1000);
  return results;
}

/** @param {CommandContext} ctx @param {Options} options @param {string} command @returns {Results} */
function emptyResults(ctx, options, command) {
  const { benchmarks, paths: _paths, cookie: _cookie, publish: _publish, database: _database, ...plain } = options;
  const { server, load } = shareCores(null, options);
  return {
    format: 1,
    started: new Date().toISOString(),
    seconds: 0,
    command,
    machine: readMachine(server && `server ${server}, load ${load}`),
    options: { ...plain, benchmarks: benchmarks.map(({ name }) => name), logLevel: ctx.env.LOG_LEVEL || 'info' },
    measurements: [],
    others: {},
    notes: remarks(options),
    errors: 0,
  };
}

/**
 * Whether a benchmark can run here: checked before the long part begins. Of a whole group, those that can't are left out.
 *
 * @param {CommandContext} ctx @param {Options} options @param {Known} benchmark
 */
function isAble({ note }, { benchmarks }, { name, lacks }) {
  const lacking = lacks?.();
  if (!lacking) return true;
  if (benchmarks.length > 1) return note(`${name} is left out: it needs ${lacking}.`);
  throw new AppError('BENCHMARK_TOOL_MISSING', `${name} needs ${lacking}`, {
    hint: 'It can’t run on this machine as it is.',
    status: 500,
  });
}

/**
 * Servers of our own, one after the other, with their own data.
 *
 * @param {Run} run @param {Known[]} pages @param {(name: string, work: () => Promise<void>) => Promise<void>} attempt
 */
async function measureOwn(run, pages, attempt) {
  const { ctx, options } = run;
  const progress = ctx.progress('Setting up a server of its own');
  const data = await prepareData(ctx.env, (done, all) => progress.at(done, all));
  progress.done('Set up a server of its own');
  // The first time on a new server is measured first.
  const ordered = [...pages.filter(({ page }) => page?.amount), ...pages.filter(({ page }) => !page?.amount)];
  try {
    for (const shape of options.shapes) {
      for (const cache of options.caches) {
        const able = ordered.filter(({ page }) => page?.canMiss || cache !== 'miss');
        const name = `${shape.workers} workers, cache ${cache}`;
        if (able.length > 0) await attempt(name, () => measureServer(run, able, data, { shape, cache }));
      }
    }
  } finally {
    await data.remove();
  }
}

/**
 * @param {Run} run @param {Known[]} pages @param {Awaited<ReturnType<typeof prepareData>>} data
 * @param {{ shape: Shape, cache: string }} as
 */
async function measureServer(run, pages, { env, paths, cookies, adminCookie }, { shape, cache }) {
  const { cores, workers } = shape;
  const shared = shareCores(cores, run.options);
  const own = { ...env, WORKERS: String(workers), PAGE_CACHE: cache === 'off' ? 'off' : 'on' };
  const { url, pid, stop } = await startServer(own, { cores: shared.server });
  try {
    const target = { system: 'plinth', url, cores, workers, cache, paths, cookies, pid, adminCookie };
    await measureAll(run, pages, target, shared);
  } finally {
    await stop();
  }
}

/** @param {Options} options @returns {Promise<Target>} */
async function givenTarget({ url, paths, cookie }) {
  const address = /** @type {string} */ (url);
  return elsewhere(address, 'plinth', paths ?? (await findPaths(address)), cookie);
}

/** The server to compare with, known before the long part begins. @param {Options} options @returns {Promise<Target[]>} */
async function givenRivals({ against }) {
  if (!against) return [];
  const { url, name, paths } = against;
  return [elsewhere(url, name, paths ?? (await findPaths(url)), null)];
}

/**
 * @param {string} url @param {string} system @param {Record<string, string>} paths @param {string | null} cookie
 * @returns {Target}
 */
const elsewhere = (url, system, paths, cookie) => ({
  url,
  system,
  paths,
  cores: null,
  workers: null,
  cache: 'as it is',
  pid: null,
  adminCookie: null,
  cookies: cookie ? { user: cookie } : {},
});

/**
 * All pages of one server, of those it is compared with, and of peers, in turns.
 *
 * @param {Run} run @param {Known[]} pages @param {Target} target @param {Cores} cores
 */
async function measureAll({ options, rivals, peers, results, progress }, pages, target, cores) {
  for (const benchmark of pages) {
    for (const as of benchmark.page?.publicOnly ? ['public'] : options.audiences) {
      const able = [target, ...rivals].filter(
        ({ paths, cookies }) => paths[benchmark.name] && (as === 'public' || cookies[as]),
      );
      for (const tool of able.length > 0 ? options.tools : []) {
        results.measurements.push(...(await measure(able, { benchmark, as, tool, options, cores, peers })));
        progress.advance(secondsOfOne(benchmark, options));
      }
    }
  }
}

/** @param {Known[]} pages */
const nothingToAsk = (pages) =>
  new AppError('BENCHMARK_NOT_SET_UP', `There are no paths for ${pages.map(({ name }) => name).join(', ')}`, {
    status: 404,
    hint: 'Name them in the file of --paths, as plinth setup-benchmark --json does.',
  });

/**
 * A benchmark that doesn't request a page.
 *
 * @param {CommandContext} ctx @param {Options} options @param {Known} benchmark @param {(what: string) => void} fail
 */
async function runOther(ctx, { quick, sizes, database }, { name, run, sizes: own = {} }, fail) {
  const progress = ctx.progress(name);
  const chosen = Object.entries(own).map(([size, usual]) => [size, sizes[size] ?? usual[quick ? 1 : 0]]);
  const found = await run?.(Object.fromEntries(chosen), {
    env: ctx.env,
    database: database ?? ctx.env.DATABASE_URL ?? null,
    onProgress: (done, all) => progress.at(done, all),
    fail: (what) => fail(`${name}: ${what}`),
  });
  progress.done(`${name}: done`);
  return found;
}

/** An estimate for the progress bar. @param {Known[]} pages @param {Options} options */
function secondsOf(pages, options) {
  const { url, shapes, caches, audiences, tools } = options;
  const servers = (/** @type {Known} */ { page }) =>
    url ? 1 : shapes.length * caches.filter((cache) => page?.canMiss || cache !== 'miss').length;
  const each = (/** @type {Known} */ one) =>
    secondsOfOne(one, options) * (one.page?.publicOnly ? 1 : audiences.length) * servers(one);
  return pages.reduce((sum, page) => sum + each(page), 0) * tools.length;
}

/** @param {Known} benchmark @param {Options} options */
const secondsOfOne = ({ page }, { duration, repeats, warmup, peers, against }) =>
  warmup + (page?.amount ? 1 : duration) * repeats * (1 + peers.length + (against ? 1 : 0));
