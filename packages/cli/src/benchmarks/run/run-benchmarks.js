import { requireTool } from './load/index.js';
import { readMachine, shareCores } from './machine.js';
import { measure } from './measure.js';
import { measureFootprint } from './footprint.js';
import { prepareData, startOwnServer } from './own-server.js';
import { findPaths } from './probe.js';
import { requireLighthouse, runLighthouse } from './lighthouse.js';
import { remarks } from './read-options.js';
import { runModule } from './run-module.js';

/** @import { CommandContext } from '../../types.d.ts' */
/** @import { Benchmark, Measurement, Options, Results, Target } from '../types.d.ts' */
/** @typedef {{ server: string, load: string } | null} Cores */
/** @typedef {{ ctx: CommandContext, options: Options, cores: Cores, measurements: Measurement[], progress: ReturnType<CommandContext['progress']> }} Run */

/**
 * Runs what was asked for.
 *
 * @param {CommandContext} ctx @param {Options} options @param {string} command as it was typed
 * @returns {Promise<Results>}
 */
export async function runBenchmarks(ctx, options, command) {
  const pages = options.benchmarks.filter(({ kind }) => kind === 'http');
  if (pages.length > 0) requireTool(options.tool);
  if (options.lighthouse) requireLighthouse();
  const began = Date.now();
  const cores = shareCores(options);
  const notes = remarks(options);
  notes.forEach(ctx.note);
  /** @type {Measurement[]} */
  const measurements = [];
  if (pages.length > 0) {
    const progress = ctx.progress('Measuring', secondsOf(pages, options));
    const run = { ctx, options, cores, measurements, progress };
    if (options.url) await measureAll(run, pages, await givenTarget(options));
    else await measureOwn(run, pages);
    progress.done();
  }
  const others = await runOthers(ctx, options);
  const lighthouse = options.lighthouse ? await runLighthouse(ctx) : null;
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
    errors: measurements.reduce((sum, { errors }) => sum + errors, 0),
  };
}

/** Servers of our own, one after the other, on data of our own. @param {Run} run @param {Benchmark[]} pages */
async function measureOwn(run, pages) {
  const { ctx, options, cores } = run;
  const data = await prepareData(ctx);
  try {
    for (const workers of options.workers) {
      for (const cache of options.caches) {
        const env = { ...data.env, WORKERS: String(workers), PAGE_CACHE: cache };
        const server = await startOwnServer(env, { cores: cores?.server });
        try {
          const { paths, cookies, adminCookie } = data;
          const { url, pid } = server;
          await measureAll(run, pages, { system: 'plinth', url, workers, cache, paths, cookies, pid, adminCookie });
        } finally {
          await server.stop();
        }
      }
    }
  } finally {
    await data.remove();
  }
}

/** @param {Options} options @returns {Promise<Target>} */
async function givenTarget({ url, paths, cookie }) {
  const address = /** @type {string} */ (url);
  return elsewhere(address, 'plinth', paths ?? (await findPaths(address)), cookie);
}

/** @param {string} url @param {string} system @param {Record<string, string>} paths @param {string | null} cookie @returns {Target} */
const elsewhere = (url, system, paths, cookie) => ({
  ...{ url, system, paths, workers: null, cache: 'as it is', pid: null, adminCookie: null },
  cookies: cookie ? { user: cookie } : {},
});

/**
 * All pages of one server, and of the one that it is compared with, in turns.
 *
 * @param {Run} run @param {Benchmark[]} pages @param {Target} target
 */
async function measureAll(run, pages, target) {
  const { options, cores, measurements, progress } = run;
  const { against } = options;
  const rival = against && elsewhere(against.url, against.name, against.paths ?? (await findPaths(against.url)), null);
  for (const benchmark of pages) {
    for (const as of benchmark.publicOnly ? ['public'] : options.audiences) {
      for (const measured of [target, rival]) {
        if (!measured?.paths[benchmark.name] || (as !== 'public' && !measured.cookies[as])) continue;
        measurements.push(await measure({ benchmark, target: measured, as, options, cores }));
        progress.advance(secondsOfOne(benchmark, options));
      }
    }
  }
}

/** Benchmarks that ask for no page. @param {CommandContext} ctx @param {Options} options */
async function runOthers(ctx, options) {
  /** @type {Record<string, unknown>} */
  const others = {};
  for (const benchmark of options.benchmarks) {
    if (benchmark.kind === 'http') continue;
    const progress = ctx.progress(benchmark.name);
    const onProgress = (/** @type {number} */ done, /** @type {number} */ all) => progress.at(done, all);
    others[benchmark.name] =
      benchmark.kind === 'own'
        ? await measureFootprint(ctx.env)
        : await runModule(benchmark, {
            quick: options.quick,
            url: options.database ?? ctx.env.DATABASE_URL,
            onProgress,
          });
    progress.done(`${benchmark.name}: done`);
  }
  return others;
}

/** An estimate for the progress bar. @param {Benchmark[]} pages @param {Options} options */
function secondsOf(pages, options) {
  const combinations = options.url ? 1 : options.workers.length * options.caches.length;
  const systems = options.against ? 2 : 1;
  const each = pages.reduce(
    (sum, page) => sum + secondsOfOne(page, options) * (page.publicOnly ? 1 : options.audiences.length),
    0,
  );
  return each * combinations * systems;
}

/** @param {Benchmark} benchmark @param {Options} options */
const secondsOfOne = ({ amount }, { duration, repeats, warmup, ceiling }) =>
  warmup + (amount ? 1 : duration) * repeats * (ceiling ? 2 : 1);
