/** @import { Row } from '@plinth/plugin' */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { AppError } from '@plinth/plugin';
import { UsageError } from '../../frame/errors.js';
import { chooseBenchmarks } from './catalogue.js';

/** @import { CommandOption } from '../../types.d.ts' */
/** @import { Options } from '../types.d.ts' */

/** @param {string} value @param {string} summary @returns {CommandOption} */
const text = (value, summary) => ({ type: 'string', value, summary });
/** @param {string} summary @returns {CommandOption} */
const flag = (summary) => ({ type: 'boolean', summary });

/** @type {Record<string, CommandOption>} */
export const optionsOfRun = {
  workers: text('LIST', 'numbers of worker processes, one after the other; 1'),
  tool: text('LIST', 'what puts the load on: autocannon,wrk; autocannon'),
  duration: text('SECONDS', 'of each round; 10'),
  connections: text('N', 'at once; 50'),
  repeats: text('N', 'rounds, of which the median counts; 3'),
  warmup: text('SECONDS', 'of load before the rounds; 3'),
  cache: text('LIST', 'page cache: on, off, or miss (on, but no address repeats); all of them'),
  as: text('LIST', 'who asks: public,user; public'),
  encoding: text('NAME', 'br, gzip or identity (default)'),
  quick: flag('one round of 2 seconds after 1 of warm-up: to see that it works'),
  'no-ceiling': flag('without the bare node:http server beside it'),
  'no-pin': flag('let server and load share all cores'),
  url: text('URL', 'measure the server that runs there instead of one of its own'),
  cookie: text('TEXT', 'with --url and --as user: the Cookie header of somebody logged in'),
  paths: text('FILE', 'with --url: paths by benchmark, as plinth setup-benchmark --json prints them'),
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
/** Of any number. */
const MOST = 100_000;
const CACHES = ['on', 'off', 'miss'];
const QUICK = { duration: '2', repeats: '1', warmup: '1' };

/**
 * @param {Record<string, unknown>} given @param {string[]} names @param {string} cwd
 * @returns {Options}
 */
export function readOptions(given, names, cwd) {
  /** @type {Row} */
  const values = { ...(given.quick ? QUICK : {}), ...given };
  for (const [name, other] of Object.entries(NEEDS)) {
    if (values[name] !== undefined && !values[other]) throw new UsageError(`--${name} needs --${other}`);
  }
  const database = readDatabase(values.url, names);
  const url = database ? null : readUrl('url', values.url);
  const against = readUrl('against', values.against);
  if (url && (values.workers || values.cache)) {
    throw new UsageError(
      '--workers and --cache can’t be chosen for a server that runs already',
      'Leave out --url, or them.',
    );
  }
  const audiences = /** @type {Options['audiences']} */ (listOf('as', values.as, ['public', 'user'], ['public']));
  if (url && audiences.includes('user') && !values.cookie) {
    throw new UsageError(
      '--as user needs --cookie with --url',
      'Copy the Cookie header of a browser that is logged in there.',
    );
  }
  return {
    benchmarks: values.lighthouse && names.length === 0 ? [] : chooseBenchmarks(names),
    workers: readWorkers(values.workers ?? '1'),
    tools: /** @type {Options['tools']} */ (listOf('tool', values.tool, ['autocannon', 'wrk'], ['autocannon'])),
    duration: number('duration', values.duration, 10, 1),
    warmup: number('warmup', values.warmup, 3, 0),
    connections: number('connections', values.connections, 50, 1),
    repeats: number('repeats', values.repeats, 3, 1),
    caches: /** @type {Options['caches']} */ (listOf('cache', values.cache, CACHES, CACHES)),
    audiences,
    encoding: oneOf('encoding', values.encoding ?? 'identity', ['br', 'gzip', 'identity']),
    ceiling: !values['no-ceiling'],
    pin: !values['no-pin'],
    quick: Boolean(values.quick),
    url,
    database,
    cookie: values.cookie ?? null,
    paths: readPaths(values.paths, cwd),
    store: Boolean(values.store),
    publish: readPublish(values),
    lighthouse: Boolean(values.lighthouse),
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
  throw new UsageError(
    '--url names a database, which only db-latency measures',
    'plinth run-benchmark db-latency --url postgres://…',
  );
}

/** @param {Row} values */
function readPublish({ publish, token }) {
  const url = readUrl('publish', publish);
  if (url === null) return null;
  if (!token)
    throw new UsageError('--publish needs --token', 'plinth setup-benchmark --accept-results prints one there.');
  return { url, token: String(token) };
}

/** What readers of the results should know. @param {Options} options @returns {string[]} */
export function remarks({ benchmarks, workers, pin, url, audiences, against, lighthouse }) {
  const cores = availableParallelism();
  const most = Math.max(...workers);
  const others = benchmarks.filter(({ kind }) => kind !== 'http').map(({ name }) => name);
  if (lighthouse) others.push('lighthouse');
  return [
    ...(others.length > 0 && (url || against)
      ? [`Measured on a server of their own, as always: ${others.join(', ')}.`]
      : []),
    ...(against && audiences.includes('user') ? [`${against.name} is asked as a visitor only.`] : []),
    ...(most > cores ? [`${most} workers on ${cores} cores: more than can run at once.`] : []),
    ...(pin && cores < 4 && !url
      ? [`With ${cores} cores server and load generator share them: real capacity is higher.`]
      : []),
  ];
}

/** @param {string} value */
function readWorkers(value) {
  const counts = [...new Set(value.split(',').map(Number))];
  if (counts.every((count) => Number.isInteger(count) && count >= 1 && count <= 256)) return counts;
  throw new UsageError(`--workers is "${value}": expected numbers such as 1,2,4`);
}

/** @param {string} name @param {string | undefined} value @param {number} fallback @param {number} least */
function number(name, value, fallback, least) {
  const read = value === undefined ? fallback : Number(value);
  if (Number.isInteger(read) && read >= least && read <= MOST) return read;
  throw new UsageError(`--${name} is "${value}": expected a whole number from ${least} to ${MOST}`);
}

/** @param {string} name @param {string | undefined} value @param {string[]} known @param {string[]} fallback */
function listOf(name, value, known, fallback) {
  if (value === undefined) return fallback;
  const chosen = [...new Set(value.split(','))];
  if (chosen.every((one) => known.includes(one))) return chosen;
  throw new UsageError(`--${name} is "${value}": expected ${known.join(', ')}`);
}

/** @param {string} name @param {string} value @param {string[]} known */
function oneOf(name, value, known) {
  if (known.includes(value)) return value;
  throw new UsageError(`--${name} is "${value}": expected one of ${known.join(', ')}`);
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
  try {
    const { benchmarks } = JSON.parse(readFileSync(resolve(cwd, file), 'utf8'));
    const isPath = (/** @type {unknown} */ value) => typeof value === 'string' && value.startsWith('/');
    if (benchmarks && Object.values(benchmarks).every(isPath)) return benchmarks;
    throw new Error('it has no "benchmarks" with a path for each name');
  } catch (error) {
    throw new AppError('FILE_NOT_READABLE', `${file} can't be used: ${/** @type {Error} */ (error).message}`, {
      status: 404,
      hint: 'It should look like the output of plinth setup-benchmark --json.',
    });
  }
}
