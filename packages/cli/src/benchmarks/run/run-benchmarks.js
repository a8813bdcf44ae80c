import path from 'node:path';
import { AppError } from '@plinth/plugin';
import { compareFigures } from '../report/compare.js';
import { remarks } from '../options.js';
import { prepareCheckout } from './checkout.js';
import { output, requireTools } from './load/index.js';
import { ROOT, readMachine, shareCores } from './machine.js';
import { measure } from './measure.js';
import { loadPeers } from './peers.js';
import { findPaths } from './probe.js';
import { createRunFolder } from './run-folder.js';
import { prepareData, startServer } from './servers.js';
import { round } from './statistics.js';

/** @import { CommandContext } from '../../types.d.ts' */
/** @import { Checkout } from './checkout.js' */
/** @import { Site } from './servers.js' */
/** @import { Cores } from './machine.js' */
/** @import { Peer } from './peers.js' */
/** @import { Known, Options, Results, Shape, Target } from '../types.d.ts' */
/**
 * @typedef {{ ctx: CommandContext, options: Options, results: Results, rivals: Target[], peers: Peer[],
 *   keep: () => void, baseline: Checkout | null,
 *   progress: ReturnType<CommandContext['progress']> }} Run
 */

/**
 * Runs the requested benchmarks, and keeps each result as it comes.
 *
 * @param {CommandContext} ctx @param {Options} options @param {Results} results filled here
 * @param {{ keep: () => void, baseline: Checkout | null }} how
 */
export async function runBenchmarks(ctx, options, results, { keep, baseline }) {
  const fail = (/** @type {string} */ what) => {
    results.errors++;
    ctx.note(what);
  };
  /** A failed benchmark does not affect the others. @param {string} name @param {() => Promise<void>} work */
  const attempt = (name, work) =>
    work().catch((error) => fail(`${name} failed: ${error instanceof AppError ? error.message : error.stack}`));
  const [pages, others] = [options.benchmarks.filter(({ page }) => page), options.benchmarks.filter(({ run }) => run)];
  const able = others.filter((benchmark) => isAble(ctx, options, benchmark));
  if (pages.length > 0) requireTools(options);
  results.notes.forEach(ctx.note);
  if (pages.length > 0) {
    const peers = await loadPeers(options.peers);
    const progress = ctx.progress('Measuring', secondsOf(pages, options));
    const run = { ctx, options, results, keep, baseline, rivals: await givenRivals(options), peers, progress };
    if (options.url) await measureAll(run, pages, [await givenTarget(options)], shareCores(null, options));
    else await measureOwn(run, pages, attempt);
    progress.done();
    if (results.measurements.length === 0 && results.errors === 0) throw nothingToAsk(pages);
  }
  for (const benchmark of able) {
    const { name } = benchmark;
    await attempt(name, async () => {
      if (baseline) results.others[name] = await runInTurns(ctx, options, benchmark, baseline);
      else results.others[name] = await runOther(ctx, options, benchmark, fail);
    });
    results.others[name] ??= { error: 'it failed' };
    keep();
  }
  results.errors += results.measurements.reduce((sum, { errors }) => sum + errors, 0);
}

/** @param {CommandContext} ctx @param {Options} options @param {string} command as typed @returns {Results} */
export function emptyResults(ctx, options, command) {
  const {
    benchmarks,
    paths: _paths,
    cookie: _cookie,
    publish: _publish,
    compare,
    database: _database,
    ...plain
  } = options;
  return {
    format: 1,
    started: new Date().toISOString(),
    seconds: 0,
    command,
    machine: readMachine(pinnedTo(options)),
    options: {
      ...plain,
      benchmarks: benchmarks.map(({ name }) => name),
      compare: compare?.file ?? null,
      logLevel: ctx.env.LOG_LEVEL || 'info',
    },
    state: 'running',
    measurements: [],
    others: {},
    notes: remarks(options),
    errors: 0,
  };
}

/** Which cores server and load have, for people; null: all. @param {Options} options */
function pinnedTo(options) {
  const all = options.shapes.map(({ cores }) => shareCores(cores, options)).filter(({ server }) => server !== null);
  const said = [...new Set(all.map(({ server, load }) => `server ${server}, load ${load}`))];
  return said.length > 0 ? said.join('; ') : null;
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
  const { ctx, options, baseline } = run;
  const progress = ctx.progress('Setting up a server of its own');
  /** @type {Site[]} */
  const sites = [await prepareData(ctx.env, (done, all) => progress.at(done, all))];
  // The first time on a new server is measured first.
  const ordered = [...pages.filter(({ page }) => page?.amount), ...pages.filter(({ page }) => !page?.amount)];
  try {
    if (baseline) sites.push(await prepareCheckout(baseline, ctx.env));
    progress.done('Set up a server of its own');
    for (const shape of options.shapes) {
      for (const cache of options.caches) {
        const able = ordered.filter(({ page }) => page?.canMiss || cache !== 'miss');
        const name = `${shape.workers} workers, cache ${cache}`;
        if (able.length > 0) await attempt(name, () => measureServers(run, able, sites, { shape, cache }));
      }
    }
  } finally {
    for (const { remove } of sites) await remove();
  }
}

/**
 * @param {Run} run @param {Known[]} pages @param {Site[]} sites
 * @param {{ shape: Shape, cache: string }} as
 */
async function measureServers(run, pages, sites, { shape, cache }) {
  const shared = shareCores(shape.cores, run.options);
  const settings = { WORKERS: String(shape.workers), PAGE_CACHE: cache === 'off' ? 'off' : 'on' };
  const servers = [];
  try {
    const targets = [];
    for (const { root, env, cookies, ...site } of sites) {
      const server = await startServer({ ...env, ...settings }, { cores: shared.server, root });
      servers.push(server);
      const { url, pid } = server;
      targets.push({ ...site, ...shape, url, pid, cache, cookies: await cookies(url) });
    }
    await measureAll(run, pages, targets, shared);
  } finally {
    for (const { stop } of servers) await stop();
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
 * @param {Run} run @param {Known[]} pages @param {Target[]} targets @param {Cores} cores
 */
async function measureAll({ options, rivals, peers, results, progress, keep }, pages, targets, cores) {
  for (const benchmark of pages) {
    for (const as of benchmark.page?.publicOnly ? ['public'] : options.audiences) {
      const able = [...targets, ...rivals].filter(
        ({ paths, cookies }) => paths[benchmark.page?.of ?? benchmark.name] && (as === 'public' || cookies[as]),
      );
      for (const tool of able.length > 0 ? options.tools : []) {
        results.measurements.push(...(await measure(able, { benchmark, as, tool, options, cores, peers })));
        keep();
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

/**
 * The same of this copy and of another version in turns, each in processes of its own: every figure that both have.
 *
 * @param {CommandContext} ctx @param {Options} options @param {Known} benchmark @param {Checkout} baseline
 */
async function runInTurns(ctx, { quick, sizes, repeats }, { name, sizes: own = {} }, baseline) {
  const { folder, remove } = createRunFolder();
  const given = Object.entries(sizes).flatMap(([size, value]) => (own[size] ? ['--size', `${size}=${value}`] : []));
  const args = ['run-benchmark', name, '--json', '--out', folder, ...given, ...(quick ? ['--quick'] : [])];
  // Another folder, where this run is not in the way.
  const env = { ...ctx.env, TMPDIR: folder };
  const progress = ctx.progress(name, 2 * repeats);
  /** @type {unknown[][]} */
  const found = [[], []];
  try {
    for (let i = 0; i < 2 * repeats; i++) {
      const root = [ROOT, baseline.root][i % 2];
      const said = await output(process.execPath, [path.join(root, 'packages/cli/src/main.js'), ...args], { env });
      found[i % 2].push(JSON.parse(said).others[name]);
      progress.advance();
    }
    progress.done(`${name}: done`);
    const rows = compareFigures(name, found[0], found[1]);
    return rows.map(({ figure, now, then, ratio, from, to }) => ({
      figure,
      'this copy': now,
      [baseline.system]: then,
      ratio: round(ratio, 3),
      'from–to': `${round(from, 3)}–${round(to, 3)}`,
    }));
  } finally {
    await remove();
  }
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
const secondsOfOne = ({ page }, { duration, repeats, warmup, peers, against, baseline }) =>
  warmup + (page?.amount ? 1 : duration) * repeats * (1 + peers.length + (against ? 1 : 0) + (baseline ? 1 : 0));
