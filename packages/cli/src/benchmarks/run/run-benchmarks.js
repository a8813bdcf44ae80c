import { existsSync } from 'node:fs';
import { AppError } from '@plinth/plugin';
import { requireTool } from './load/index.js';
import { readMachine, shareCores } from './machine.js';
import { measure } from './measure.js';
import { measureFootprint } from './footprint.js';
import { prepareData, startOwnServer } from './own-server.js';
import { findPaths } from './probe.js';
import { requireLighthouse, runLighthouse } from './lighthouse.js';
import { remarks } from './read-options.js';

/** @import { CommandContext } from '../../types.d.ts' */
/** @import { Benchmark, Measurement, Options, Results, Target } from '../types.d.ts' */
/** @typedef {{ server: string, load: string } | null} Cores */
/**
 * @typedef {{ ctx: CommandContext, options: Options, cores: Cores, rivals: Target[], measurements: Measurement[],
 *   progress: ReturnType<CommandContext['progress']> }} Run
 */

/**
 * Runs the requested benchmarks.
 *
 * @param {CommandContext} ctx @param {Options} options @param {string} command as typed
 * @returns {Promise<Results>}
 */
export async function runBenchmarks(ctx, options, command) {
  const pages = options.benchmarks.filter(({ kind }) => kind === 'http');
  if (pages.length > 0) options.tools.forEach(requireTool);
  if (options.lighthouse) requireLighthouse();
  options.benchmarks.filter(({ kind }) => kind === 'module').forEach(moduleOf);
  const began = Date.now();
  const cores = shareCores(options);
  const notes = remarks(options);
  notes.forEach(ctx.note);
  /** @type {Measurement[]} */
  const measurements = [];
  const trying = createTrying(ctx);
  if (pages.length > 0) {
    const progress = ctx.progress('Measuring', secondsOf(pages, options));
    const run = { ctx, options, cores, rivals: await givenRivals(options), measurements, progress };
    if (options.url) await measureAll(run, pages, await givenTarget(options));
    else await measureOwn(run, pages, trying);
    progress.done();
    if (measurements.length === 0 && trying.failures() === 0) throw nothingToAsk(options);
  }
  const others = await runOthers(ctx, options, trying);
  const lighthouse = options.lighthouse ? await trying.attempt('lighthouse', () => runLighthouse(ctx)) : null;
  const { benchmarks, paths: _paths, cookie: _cookie, publish: _publish, database: _database, ...plain } = options;
  return {
    format: 1,
    started: new Date(began).toISOString(),
    seconds: Math.round((Date.now() - began) / 1000),
    command,
    machine: readMachine(cores),
    options: { ...plain, benchmarks: benchmarks.map(({ name }) => name), logLevel: ctx.env.LOG_LEVEL || 'info' },
    measurements,
    others,
    lighthouse,
    notes,
    errors: measurements.reduce((sum, { errors }) => sum + errors, trying.failures()),
  };
}

/**
 * Servers of our own, one after the other, with their own data.
 *
 * @param {Run} run @param {Benchmark[]} pages @param {ReturnType<typeof createTrying>} trying
 */
async function measureOwn(run, pages, { attempt }) {
  const { ctx, options } = run;
  const data = await prepareData(ctx);
  try {
    for (const workers of options.workers) {
      for (const cache of options.caches) {
        const able = pages.filter(({ canMiss }) => canMiss || cache !== 'miss');
        await attempt(`${workers} workers, cache ${cache}`, () => measureServer(run, able, data, { workers, cache }));
      }
    }
  } finally {
    await data.remove();
  }
}

/**
 * @param {Run} run @param {Benchmark[]} pages @param {Awaited<ReturnType<typeof prepareData>>} data
 * @param {{ workers: number, cache: string }} as
 */
async function measureServer(run, pages, { env, paths, cookies, adminCookie }, { workers, cache }) {
  const own = { ...env, WORKERS: String(workers), PAGE_CACHE: cache === 'off' ? 'off' : 'on' };
  const server = await startOwnServer(own, { cores: run.cores?.server });
  try {
    const { url, pid } = server;
    await measureAll(run, pages, { system: 'plinth', url, workers, cache, paths, cookies, pid, adminCookie });
  } finally {
    await server.stop();
  }
}

/** @param {Options} options @returns {Promise<Target>} */
async function givenTarget({ url, paths, cookie }) {
  const address = /** @type {string} */ (url);
  return elsewhere(address, 'plinth', paths ?? (await findPaths(address)), cookie);
}

/**
 * The server to compare with, known before the long part begins.
 *
 * @param {Options} options
 * @returns {Promise<Target[]>}
 */
async function givenRivals({ against }) {
  if (!against) return [];
  const { url, name, paths } = against;
  return [elsewhere(url, name, paths ?? (await findPaths(url)), null)];
}

/**
 * @param {string} url
 * @param {string} system
 * @param {Record<string, string>} paths
 * @param {string | null} cookie
 * @returns {Target}
 */
const elsewhere = (url, system, paths, cookie) => ({
  url,
  system,
  paths,
  workers: null,
  cache: 'as it is',
  pid: null,
  adminCookie: null,
  cookies: cookie ? { user: cookie } : {},
});

/**
 * All pages of one server and of the one it is compared with, in turns.
 *
 * @param {Run} run @param {Benchmark[]} pages @param {Target} target
 */
async function measureAll({ options, cores, rivals, measurements, progress }, pages, target) {
  const targets = [target, ...rivals];
  for (const benchmark of pages) {
    for (const as of benchmark.publicOnly ? ['public'] : options.audiences) {
      const able = targets.filter(({ paths, cookies }) => paths[benchmark.name] && (as === 'public' || cookies[as]));
      for (const tool of options.tools) {
        for (const measured of able) {
          measurements.push(await measure({ benchmark, target: measured, as, tool, options, cores }));
          progress.advance(secondsOfOne(benchmark, options));
        }
      }
    }
  }
}

/** @param {Options} options */
const nothingToAsk = ({ benchmarks }) =>
  new AppError('BENCHMARK_NOT_SET_UP', `There are no paths for ${benchmarks.map(({ name }) => name).join(', ')}`, {
    status: 404,
    hint: 'Name them in the file of --paths, as plinth setup-benchmark --json does.',
  });

/** A failed benchmark does not affect the others. @param {CommandContext} ctx */
function createTrying({ note }) {
  let failures = 0;
  return {
    /**
     * @template T
     * @param {string} name
     * @param {() => Promise<T>} work
     * @returns {Promise<T | null>} null: it failed, and the error was printed
     */
    async attempt(name, work) {
      try {
        return await work();
      } catch (error) {
        failures++;
        const { message, stack } = /** @type {Error} */ (error);
        note(`${name} failed: ${error instanceof AppError ? message : stack}`);
        return null;
      }
    },
    failures: () => failures,
  };
}

/**
 * Benchmarks that don't request a page.
 *
 * @param {CommandContext} ctx
 * @param {Options} options
 * @param {ReturnType<typeof createTrying>} trying
 */
async function runOthers(ctx, options, { attempt }) {
  /** @type {Record<string, unknown>} */
  const others = {};
  const url = options.database ?? ctx.env.DATABASE_URL;
  for (const benchmark of options.benchmarks) {
    const { name, kind } = benchmark;
    if (kind === 'http') continue;
    const progress = ctx.progress(name);
    const onProgress = (/** @type {number} */ done, /** @type {number} */ all) => progress.at(done, all);
    const found = await attempt(name, async () =>
      kind === 'own'
        ? measureFootprint(ctx.env)
        : (await import(moduleOf(benchmark))).run({ quick: options.quick, url, onProgress }),
    );
    others[name] = found ?? { error: 'it failed' };
    if (found) progress.done(`${name}: done`);
  }
  return others;
}

/** @param {Benchmark} benchmark @throws {AppError} BENCHMARK_MISSING */
function moduleOf({ name }) {
  const url = new URL(`../../../../../benchmarks/${name}.js`, import.meta.url);
  if (existsSync(url)) return url.href;
  const message = `The benchmark ${name} is not part of this copy: there is no benchmarks/${name}.js`;
  throw new AppError('BENCHMARK_MISSING', message, { status: 404, hint: 'Clone the whole repository to run it.' });
}

/** An estimate for the progress bar. @param {Benchmark[]} pages @param {Options} options */
function secondsOf(pages, options) {
  const { url, workers, caches, against, audiences, tools } = options;
  const servers = (/** @type {Benchmark} */ { canMiss }) =>
    url ? 1 : workers.length * caches.filter((cache) => canMiss || cache !== 'miss').length;
  const each = (/** @type {Benchmark} */ page) =>
    secondsOfOne(page, options) * (page.publicOnly ? 1 : audiences.length) * servers(page);
  return pages.reduce((sum, page) => sum + each(page), 0) * (against ? 2 : 1) * tools.length;
}

/** @param {Benchmark} benchmark @param {Options} options */
const secondsOfOne = ({ amount }, { duration, repeats, warmup, ceiling }) =>
  warmup + (amount ? 1 : duration) * repeats * (ceiling ? 2 : 1);
