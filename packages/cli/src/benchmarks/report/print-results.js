/** @import { Values } from '@plinth/plugin' */
/** @import { Measurement, Results } from '../types.d.ts' */
/** @import { Comparison } from './compare.js' */
import { scalingOf } from './capacity.js';

/** @param {number | null} value @param {number} [digits] */
export const number = (value, digits = 0) =>
  value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: digits });

/** @param {string} name @param {keyof Measurement['latency']} key @returns {Column} */
const latency = (name, key) => [name, (one) => number(one.latency[key], 1)];

/** Columns for each measurement; those with `only: 'report'` are too many for a terminal. */
/** @typedef {[string, (one: Measurement) => string, { only?: 'report' }?]} Column */
/** @type {Column[]} */
export const COLUMNS = [
  ['benchmark', ({ benchmark }) => benchmark],
  ['system', ({ system }) => system],
  ['cores', ({ cores }) => number(cores), { only: 'report' }],
  ['workers', ({ workers }) => number(workers)],
  ['cache', ({ cache }) => cache],
  ['as', ({ as }) => as],
  ['tool', ({ tool }) => tool],
  ['req/s', ({ requestsPerSecond }) => number(requestsPerSecond.median)],
  ['from–to', ({ requestsPerSecond: { min, max } }) => `${number(min)}–${number(max)}`],
  ['alone', ({ alone }) => number(alone)],
  ['cold', ({ cold }) => number(cold), { only: 'report' }],
  ['bare', ({ ceiling }) => number(ceiling), { only: 'report' }],
  ['of bare', ({ share }) => (share === null ? '–' : `${Math.round(share * 100)} %`)],
  latency('p50 ms', 'p50'),
  ...['p75', 'p90', 'p95'].map((key) => wide(latency(key, /** @type {'p75'} */ (key)))),
  latency('p99 ms', 'p99'),
  wide(latency('max', 'max')),
  ['bytes', ({ bytesPerRequest }) => number(bytesPerRequest)],
  ['SQL', ({ statements }) => number(statements)],
  ['CPU ms', ({ cpuMsPerRequest }) => number(cpuMsPerRequest, 3)],
  wide(['from–to ms', ({ cpuSpread: cpu }) => (cpu ? `${number(cpu.min, 3)}–${number(cpu.max, 3)}` : '–')]),
  ['of it SQL', ({ databaseMsPerRequest }) => number(databaseMsPerRequest, 3)],
  ['load ms', ({ generatorMsPerRequest }) => number(generatorMsPerRequest, 3)],
  wide(['server cores', ({ cpuCores }) => number(cpuCores, 2)]),
  wide(['load cores', ({ generatorCores }) => number(generatorCores, 2)]),
  ['MB', ({ memoryMb }) => number(memoryMb)],
  ['errors', ({ errors }) => number(errors)],
];
const LEFT = new Set(['benchmark', 'system', 'cache', 'as', 'tool']);

/** @param {Column} column @returns {Column} */
function wide([name, cell]) {
  return [name, cell, { only: 'report' }];
}

/** @param {number | null} value */
export const times = (value) => (value === null ? '–' : `${number(value, 2)} ×`);

/** The size of a server, for people. @param {Measurement} measurement */
export const sizeOf = ({ cores, workers }) =>
  [
    cores && `${cores} ${cores === 1 ? 'core' : 'cores'}`,
    workers && workers !== cores && `${workers} ${workers === 1 ? 'worker' : 'workers'}`,
  ]
    .filter(Boolean)
    .join(', ');

/**
 * The gain from more cores or workers, as a table.
 *
 * @param {Measurement[]} measurements
 * @returns {{ heads: string[], rows: string[][] } | null}
 */
export function scalingTable(measurements) {
  const found = scalingOf(measurements);
  if (found.length === 0) return null;
  const heads = ['larger servers', 'system', 'cache', 'as', 'tool', 'size', 'as measured', 'load subtracted'];
  const rows = found.map(({ one, least, raw, alone }) => {
    const { benchmark, system, cache, as, tool } = one;
    return [benchmark, system, cache, as, tool, `${sizeOf(one)} : ${sizeOf(least)}`, times(raw), times(alone)];
  });
  return { heads, rows };
}

/** The results as a table for a terminal. @param {Results & { files?: string[] }} results */
export function printResults(results) {
  const { machine, measurements, others, comparisons = [], files = [] } = results;
  return [
    `Plinth ${machine.plinth} (${machine.commit}), Node ${machine.node}, ${machine.cores} cores of ${machine.cpu}${machine.pinned ? `, ${machine.pinned}` : ''}`,
    ...(measurements.length > 0 ? ['', ...table(measurements)] : []),
    ...scaling(measurements),
    ...problems(measurements),
    ...comparisons.flatMap(comparison),
    ...Object.entries(others).flatMap(([name, found]) => ['', name, ...described(found)]),
    ...(files.length > 0 ? ['', ...files] : []),
  ].join('\n');
}

/** @param {Measurement[]} measurements */
function table(measurements) {
  const shown = COLUMNS.filter(([, , { only } = {}]) => !only);
  const rows = measurements.map((one) => shown.map(([, cell]) => cell(one)));
  return aligned(
    shown.map(([name]) => name),
    rows,
    (name) => LEFT.has(name),
  );
}

/** @param {string[]} heads @param {string[][]} rows @param {(head: string) => boolean} isLeft */
function aligned(heads, rows, isLeft) {
  const lines = [heads, ...rows];
  const widths = heads.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  return lines.map((line) =>
    line
      .map((cell, i) => (isLeft(heads[i]) ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd(),
  );
}

/**
 * How two versions differ, as tables: then, now, the ratio of the medians, and of the outermost rounds.
 *
 * @param {Comparison} comparison
 * @returns {{ heads: string[], rows: string[][] }[]}
 */
export function comparisonTables({ pages, figures }) {
  const cells = (/** @type {import('./compare.js').Ratio | null} */ ratio, /** @type {number} */ digits) =>
    ratio
      ? [
          ...[number(ratio.then, digits), number(ratio.now, digits), times(ratio.ratio)],
          `${number(ratio.from, 2)}–${number(ratio.to, 2)}`,
        ]
      : ['–', '–', '–', '–'];
  const heads = ['size', 'cache', 'as', 'tool', 'req/s before', 'now', 'ratio', 'from–to'];
  const asked = pages.map(({ one, rate, cpu }) => {
    const { benchmark, system, cache, as, tool } = one;
    return [benchmark, system, sizeOf(one), cache, as, tool, ...cells(rate, 0), ...cells(cpu, 3)];
  });
  const other = figures.map(({ name, figure, ...ratio }) => [name, figure, ...cells(ratio, 3)]);
  return [
    { heads: ['benchmark', 'system', ...heads, 'CPU ms before', 'now', 'ratio', 'from–to'], rows: asked },
    { heads: ['benchmark', 'figure', 'before', 'now', 'ratio', 'from–to'], rows: other },
  ].filter(({ rows }) => rows.length > 0);
}

/** @param {Comparison} comparison */
function comparison(comparison) {
  const tables = comparisonTables(comparison);
  const nothing = tables.length === 0 ? ['  They have nothing in common that was measured without errors.'] : [];
  const isLeft = (/** @type {string} */ head) => LEFT.has(head) || ['figure', 'size'].includes(head);
  return [
    ...['', `Compared with ${comparison.against}:`, ...nothing],
    ...tables.flatMap(({ heads, rows }) => aligned(heads, rows, isLeft)),
  ];
}

/** @param {Measurement[]} measurements */
function scaling(measurements) {
  const found = scalingTable(measurements);
  return found ? ['', ...aligned(found.heads, found.rows, (name) => LEFT.has(name) || name === found.heads[0])] : [];
}

/** @param {Measurement[]} measurements */
function problems(measurements) {
  const wrong = measurements.filter(({ errors }) => errors > 0);
  if (wrong.length === 0) return [];
  return [
    '',
    'With errors, so no results:',
    ...wrong.map(({ benchmark, system, problems }) => `  ${benchmark} of ${system}: ${problems.join(', ')}`),
  ];
}

/** The results of any other benchmark, as indented lines. @param {unknown} found @returns {string[]} */
export function described(found) {
  if (Array.isArray(found)) return listed(found).map((line) => `  ${line}`);
  return Object.entries(found ?? {})
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? [`  ${key}`, ...described(value).map((line) => `  ${line}`)]
        : [`  ${key}: ${inline(value)}`],
    );
}

/** Results of the same kind as a table. @param {Values[]} found */
function listed(found) {
  if (!found.every((entry) => entry && typeof entry === 'object')) return found.map(inline);
  const heads = [...new Set(found.flatMap((entry) => Object.keys(entry)))];
  const rows = found.map((entry) => heads.map((head) => (head in entry ? inline(entry[head]) : '')));
  return aligned(heads, rows, (head) => found.every((entry) => typeof entry[head] !== 'number'));
}

/** @param {unknown} value @returns {string} */
function inline(value) {
  if (typeof value === 'number') return number(value, 3);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${inline(inner)}`)
    .join(', ');
}
