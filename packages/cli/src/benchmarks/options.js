/** @import { Row } from '@plinth/plugin' */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { AppError } from '@plinth/plugin';
import { UsageError } from '../frame/errors.js';
import { chooseBenchmarks } from './catalogue.js';
import { findCommit } from './run/checkout.js';
import { peerNames } from './run/peers.js';

/** @import { CommandOption } from '../types.d.ts' */
/** @import { Known, Results, Shape, Size, Tool } from './types.d.ts' */
/** @typedef {import('./types.d.ts').Options} Options */

/** @param {string} value @param {string} summary @returns {CommandOption} */
const text = (value, summary) => ({ type: 'string', value, summary });
/** @param {string} summary @returns {CommandOption} */
const flag = (summary) => ({ type: 'boolean', summary });

/** @type {Record<string, CommandOption>} */
export const optionsOfRun = {
  workers: text('LIST', 'numbers of worker processes, one after the other; 1, or as many as cores'),
  cores: text(
    'LIST',
    'pin server and database to so many cores, one number after the other, and the load to the others',
  ),
  tool: text('LIST', 'what puts the load on: autocannon,wrk; autocannon'),
  duration: text('SECONDS', 'of each round; 10'),
  connections: text('N', 'at once; 50'),
  repeats: text('N', 'rounds, of which the median counts; 3'),
  warmup: text('SECONDS', 'of load before the rounds; 3'),
  cache: text('LIST', 'page cache: on, off, or miss (on, but no address repeats); all of them'),
  as: text('LIST', 'who asks: public,user; public'),
  encoding: text('NAME', 'br, gzip or identity (default)'),
  size: { type: 'string', value: 'NAME=N', multiple: true, summary: 'how much a benchmark does, such as rows=1000' },
  quick: flag('one round of 2 seconds after 1 of warm-up, and small sizes: to see that it works'),
  peers: text('LIST', 'servers beside it that send the same bytes; node-http'),
  'no-ceiling': flag('without any'),
  'no-pin': flag('let server and load share all cores'),
  url: text('URL', 'measure the server that runs there instead of one of its own'),
  cookie: text('TEXT', 'with --url and --as user: the Cookie header of somebody logged in'),
  paths: text('FILE', 'with --url: paths by benchmark, as plinth setup-benchmark --json prints them'),
  compare: text('FILE', 'print how the results differ from those of an earlier run, with spread'),
  baseline: text('COMMIT', 'build and run this commit too, in turns with this copy, and print how they differ'),
  against: text('URL', 'measure this server too, with the same requests'),
  'against-paths': text('FILE', 'its paths, where it is no Plinth'),
  store: flag('put the results into the benchmark dashboard of this server'),
  publish: text('URL', 'put the results into the dashboard of another Plinth'),
  token: text('TEXT', 'with --publish: what plinth setup-benchmark --accept-results printed there'),
  lighthouse: flag('let Lighthouse judge the landing page, too; without names, nothing else'),
  report: flag('write a page with charts beside the results'),
  out: text('FOLDER', 'where results go; benchmarks/results'),
};

/** Meaningless without the first. @type {Record<string, string>} */
const NEEDS = { cookie: 'url', paths: 'url', token: 'publish', 'against-paths': 'against' };
/** Options of which only one can be given, with what to do. @type {[string, string][]} */
const EITHER = [
  ['url', 'workers'],
  ['url', 'cores'],
  ['url', 'cache'],
  ['url', 'baseline'],
  ['peers', 'no-ceiling'],
];
/** Of any number. */
const MOST = 100_000;
const MOST_WORKERS = 256;
const CACHES = ['on', 'off', 'miss'];
const QUICK = { duration: '2', repeats: '1', warmup: '1' };

/**
 * @param {Record<string, unknown>} given @param {string[]} asked names @param {string} cwd @param {readonly Known[]} known
 */
export function readOptions(given, asked, cwd, known) {
  /** @type {Row} */
  const values = { ...(given.quick ? QUICK : {}), ...given };
  const names = values.lighthouse ? [...asked, 'lighthouse'] : asked;
  for (const [name, other] of Object.entries(NEEDS)) {
    if (values[name] !== undefined && !values[other]) throw new UsageError(`--${name} needs --${other}`);
  }
  const database = readDatabase(values.url, names);
  const url = database ? null : readUrl('url', values.url);
  for (const [one, other] of EITHER) {
    if (values[one] && values[other] && !database)
      throw new UsageError(`--${one} and --${other} can’t be given together`, 'Leave out one of them.');
  }
  const against = readUrl('against', values.against);
  const audiences = listOf('as', values.as, ['public', 'user'], ['public']);
  if (url && audiences.includes('user') && !values.cookie) {
    const hint = 'Copy the Cookie header of a browser that is logged in there.';
    throw new UsageError('--as user needs --cookie with --url', hint);
  }
  if (values.publish && !values.token) {
    throw new UsageError('--publish needs --token', 'plinth setup-benchmark --accept-results prints one there.');
  }
  const benchmarks = chooseBenchmarks(known, names);
  const publish = readUrl('publish', values.publish);
  return {
    benchmarks,
    sizes: readSizes(values.size ?? [], benchmarks),
    shapes: readShapes(values),
    tools: /** @type {Tool[]} */ (listOf('tool', values.tool, ['autocannon', 'wrk'], ['autocannon'])),
    duration: number('duration', values.duration, 10, 1),
    warmup: number('warmup', values.warmup, 3, 0),
    connections: number('connections', values.connections, 50, 1),
    repeats: number('repeats', values.repeats, 3, 1),
    caches: listOf('cache', values.cache, CACHES, CACHES),
    audiences,
    encoding: oneOf('encoding', values.encoding ?? 'identity', ['br', 'gzip', 'identity']),
    peers: values['no-ceiling'] ? [] : listOf('peers', values.peers, peerNames(), ['node-http']),
    pin: !values['no-pin'],
    quick: Boolean(values.quick),
    url,
    database,
    cookie: values.cookie ?? null,
    paths: readPaths(values.paths, cwd),
    compare: readEarlier(values.compare, cwd),
    baseline: values.baseline === undefined ? null : findCommit(values.baseline),
    store: Boolean(values.store),
    publish: publish === null ? null : { url: publish, token: String(values.token) },
    against:
      against === null
        ? null
        : { url: against, name: new URL(against).host, paths: readPaths(values['against-paths'], cwd) },
  };
}

/** Only db-latency takes a database as --url. @param {string | undefined} url @param {string[]} names */
function readDatabase(url, names) {
  if (!url || !/^postgres(ql)?:/.test(url)) return null;
  if (names.length > 0 && names.every((name) => /^(db[-_]latency|g)$/i.test(name))) return url;
  const hint = 'plinth run-benchmark db-latency --url postgres://…';
  throw new UsageError('--url names a database, which only db-latency measures', hint);
}

/**
 * Sizes by name: each has to be one of a chosen benchmark.
 *
 * @param {string[]} given @param {readonly Known[]} benchmarks
 * @returns {Record<string, Size>}
 */
function readSizes(given, benchmarks) {
  const usual = Object.assign({}, ...benchmarks.map(({ sizes }) => sizes));
  return Object.fromEntries(
    given.map((one) => {
      const [, name, value] = /^([\w ]+)=([\d,]+)$/.exec(one) ?? [];
      if (name === undefined) throw new UsageError(`--size is "${one}": expected NAME=NUMBER, such as rows=1000`);
      const known = Object.keys(usual);
      if (!known.includes(name)) {
        const hint = known.length > 0 ? `There are: ${known.join(', ')}` : 'The chosen benchmarks have none.';
        throw new UsageError(`No chosen benchmark has a size "${name}"`, hint);
      }
      const numbers = value.split(',').map(Number);
      const isList = Array.isArray(usual[name][0]);
      if (numbers.every((size) => size > 0) && (isList || numbers.length === 1))
        return [name, isList ? numbers : numbers[0]];
      throw new UsageError(`--size ${name} is "${value}": expected ${isList ? 'numbers such as 10,1000' : 'a number'}`);
    }),
  );
}

/** The servers to measure, one after the other. @param {Row} values @returns {Shape[]} */
function readShapes({ cores, workers }) {
  const all = availableParallelism();
  const counts = cores === undefined ? [null] : numbers('cores', cores, all);
  return counts.flatMap((count) =>
    numbers('workers', workers ?? String(count ?? 1), MOST_WORKERS).map((one) => ({ cores: count, workers: one })),
  );
}

/** What readers of the results should know. @param {Options} options @returns {string[]} */
export function remarks({ benchmarks, shapes, pin, url, audiences, against }) {
  const all = availableParallelism();
  const most = Math.max(...shapes.map(({ workers }) => workers));
  const others = benchmarks.filter(({ page }) => !page).map(({ name }) => name);
  const isShared =
    others.length < benchmarks.length &&
    shapes.some(({ cores }) => (cores === null ? pin && all < 4 && !url : cores === all));
  return [
    ...(others.length > 0 && (url || against)
      ? [`Measured on a server of their own, as always: ${others.join(', ')}.`]
      : []),
    ...(against && audiences.includes('user') ? [`${against.name} is asked as a visitor only.`] : []),
    ...(most > all ? [`${most} workers on ${all} cores: more than can run at once.`] : []),
    ...(isShared ? [`With ${all} cores server and load generator share them: real capacity is higher.`] : []),
  ];
}

/** @param {string} name @param {string} value @param {number} most @returns {number[]} */
function numbers(name, value, most) {
  const counts = [...new Set(value.split(',').map(Number))];
  if (counts.every((count) => Number.isInteger(count) && count >= 1 && count <= most)) return counts;
  throw new UsageError(`--${name} is "${value}": expected numbers from 1 to ${most}, such as 1,2`);
}

/** @param {string} name @param {string | undefined} value @param {number} fallback @param {number} least */
function number(name, value, fallback, least) {
  const read = value === undefined ? fallback : Number(value);
  if (Number.isInteger(read) && read >= least && read <= MOST) return read;
  throw new UsageError(`--${name} is "${value}": expected a whole number from ${least} to ${MOST}`);
}

/** @param {string} name @param {string | undefined} value @param {string[]} known @param {string[]} fallback */
const listOf = (name, value, known, fallback) =>
  value === undefined ? fallback : [...new Set(value.split(','))].map((one) => oneOf(name, one, known));

/** @param {string} name @param {string} value @param {string[]} known */
function oneOf(name, value, known) {
  if (known.includes(value)) return value;
  throw new UsageError(`--${name} is "${value}": expected ${known.join(', ')}`);
}

/** @param {string} name @param {string | undefined} value @returns {string | null} */
function readUrl(name, value) {
  if (value === undefined) return null;
  const url = URL.parse(value);
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw new UsageError(`--${name} is "${value}": expected an address such as http://localhost:3000`);
}

/** @param {string | undefined} file @param {string} cwd @returns {Record<string, string> | null} */
function readPaths(file, cwd) {
  if (file === undefined) return null;
  const isPath = (/** @type {unknown} */ value) => typeof value === 'string' && value.startsWith('/');
  return readJson(resolve(cwd, file), 'the output of plinth setup-benchmark --json', ({ benchmarks }) => {
    if (benchmarks && Object.values(benchmarks).every(isPath)) return benchmarks;
    throw new Error('it has no "benchmarks" with a path for each name');
  });
}

/** @param {string | undefined} file @param {string} cwd @returns {{ file: string, results: Results } | null} */
function readEarlier(file, cwd) {
  if (file === undefined) return null;
  const results = readJson(resolve(cwd, file), 'what plinth run-benchmark writes', (found) => {
    if (found?.format === 1 && Array.isArray(found.measurements) && found.others) return found;
    throw new Error('it is no result of a benchmark');
  });
  return { file, results };
}

/**
 * @template T
 * @param {string} file @param {string} like what it should be @param {(found: any) => T} check
 * @returns {T}
 */
function readJson(file, like, check) {
  try {
    return check(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new AppError('FILE_NOT_READABLE', `${file} can't be used: ${/** @type {Error} */ (error).message}`, {
      status: 404,
      hint: `It should look like ${like}.`,
    });
  }
}
