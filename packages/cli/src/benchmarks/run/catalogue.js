import { UsageError } from '../../frame/errors.js';

/** @import { Benchmark } from '../types.d.ts' */

const GET = Object.freeze({ method: 'GET', status: 200 });

/** @param {string} name @param {string} summary @param {Partial<Benchmark>} [more] @returns {Benchmark} */
const page = (name, summary, more = {}) =>
  /** @type {Benchmark} */ ({ name, group: 'A', kind: 'http', summary, request: GET, ...more });

/** @param {string} name @param {string} group @param {string} summary @returns {Benchmark} */
const inModule = (name, group, summary) => ({ name, group, kind: 'module', summary });

/** All benchmarks, in the order in which they run. @type {readonly Benchmark[]} */
export const BENCHMARKS = [
  page('public_insert', 'a row through a public form: 1,000 calls, 50 at once', {
    group: 'D',
    request: { method: 'POST', body: 'text=A+note+of+the+benchmark', status: 303 },
    amount: 1000,
    publicOnly: true,
  }),
  page('static_file', 'the stylesheet: no database', { publicOnly: true }),
  page('stored_file', 'a stored file of 19 bytes, rights looked up'),
  page('stored_file_20k', 'a stored file of 20 KB'),
  page('stored_file_1m', 'a stored file of 1 MB'),
  page('form_view', 'a form', { canMiss: true }),
  page('simple_page', 'a page with one line of text', { canMiss: true }),
  page('complex_page', 'a forum’s front page: list, feed and form', { canMiss: true }),
  page('complex_page_linked', 'the same, with links whose words are computed', { canMiss: true }),
  inModule('form-post', 'B', 'single rows by form post for many clients at once'),
  inModule('record-api', 'B', 'single rows by the Record API for many clients at once'),
  inModule('functions', 'C', 'functions beside plain Node, empty calls, and pages beside a loop'),
  inModule('record-operations', 'E', 'reads and writes inside the process'),
  inModule('triggers', 'E', 'inserts with triggers, how soon they start, and how fast waiting runs are worked off'),
  inModule('record-callers', 'E', 'single rows for many callers at once'),
  inModule('change-feed', 'F', 'how long a change takes to a subscriber'),
  inModule('realtime', 'F', 'how long a change takes to 1,000 listeners, and what idle ones take'),
  inModule('db-latency', 'G', 'round trips to the database'),
  inModule('at-size', 'H', 'lists of 1,000 to 1,000,000 rows'),
  inModule('app-size', 'H', 'a page in apps of 10 to 10,000 views, tables and users'),
  { name: 'footprint', group: 'I', kind: 'own', summary: 'start times, memory at rest, size of the install' },
];

/** Benchmarks that run if no name is given. */
const USUAL = ['static_file', 'stored_file', 'form_view', 'simple_page', 'complex_page'];

/**
 * The benchmarks with these names; a letter stands for its group, "all" for all.
 *
 * @param {string[]} names
 * @returns {Benchmark[]}
 */
export function chooseBenchmarks(names) {
  const wanted = names.length > 0 ? names : USUAL;
  const chosen = new Set(wanted.flatMap(expand));
  return BENCHMARKS.filter(({ name }) => chosen.has(name));
}

/** @param {string} name */
function expand(name) {
  const known = BENCHMARKS.map((benchmark) => benchmark.name);
  if (name === 'all') return known;
  const group = BENCHMARKS.filter((benchmark) => benchmark.group === name.toUpperCase());
  if (group.length > 0) return group.map((benchmark) => benchmark.name);
  const found = known.find((one) => one === name.replaceAll('-', '_') || one === name.replaceAll('_', '-'));
  if (found) return [found];
  throw new UsageError(
    `There is no benchmark "${name}"`,
    `There are: ${known.join(', ')}, the letters of their groups (A, D …), and all`,
  );
}
