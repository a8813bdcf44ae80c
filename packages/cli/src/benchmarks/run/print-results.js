/** @import { Measurement, Results } from '../types.d.ts' */
import { scalingOf } from './capacity.js';

const number = (/** @type {number | null} */ value, digits = 0) =>
  value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: digits });

/** @type {[string, (one: Measurement) => string][]} */
const COLUMNS = [
  ['benchmark', ({ benchmark }) => benchmark],
  ['system', ({ system }) => system],
  ['workers', ({ workers }) => number(workers)],
  ['cache', ({ cache }) => cache],
  ['as', ({ as }) => as],
  ['tool', ({ tool }) => tool],
  ['req/s', ({ requestsPerSecond }) => number(requestsPerSecond.median)],
  ['from–to', ({ requestsPerSecond: { min, max } }) => `${number(min)}–${number(max)}`],
  ['alone', ({ alone }) => number(alone)],
  ['of bare', ({ share }) => (share === null ? '–' : `${Math.round(share * 100)} %`)],
  ['p50 ms', ({ latency }) => number(latency.p50, 1)],
  ['p99 ms', ({ latency }) => number(latency.p99, 1)],
  ['bytes', ({ bytesPerRequest }) => number(bytesPerRequest)],
  ['SQL', ({ statements }) => number(statements)],
  ['CPU ms', ({ cpuMsPerRequest }) => number(cpuMsPerRequest, 3)],
  ['load cores', ({ generatorCores }) => number(generatorCores, 2)],
  ['MB', ({ memoryMb }) => number(memoryMb)],
  ['errors', ({ errors }) => number(errors)],
];
const LEFT = new Set(['benchmark', 'system', 'cache', 'as', 'tool']);

/** The results as a table for a terminal. @param {Results & { files?: string[] }} results */
export function printResults(results) {
  const { machine, measurements, others, lighthouse, files = [] } = results;
  return [
    `Plinth ${machine.plinth} (${machine.commit}), Node ${machine.node}, ${machine.cores} cores of ${machine.cpu}${machine.pinned ? `, ${machine.pinned}` : ''}`,
    ...(measurements.length > 0 ? ['', ...table(measurements)] : []),
    ...scaling(measurements),
    ...problems(measurements),
    ...Object.entries(others).flatMap(([name, found]) => ['', name, ...described(found)]),
    ...(lighthouse ? ['', 'lighthouse', ...described(lighthouse)] : []),
    ...(files.length > 0 ? ['', ...files] : []),
  ].join('\n');
}

/** @param {Measurement[]} measurements */
const table = (measurements) =>
  aligned(
    COLUMNS.map(([name]) => name),
    measurements.map((one) => COLUMNS.map(([, cell]) => cell(one))),
    (name) => LEFT.has(name),
  );

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

/** @param {Measurement[]} measurements */
function scaling(measurements) {
  const found = scalingOf(measurements);
  if (found.length === 0) return [];
  const heads = ['more workers', 'system', 'cache', 'as', 'tool', 'workers', 'as measured', 'load subtracted'];
  const rows = found.map(({ benchmark, system, cache, as, tool, workers, against, raw, alone }) => [
    ...[benchmark, system, cache, as, tool, `${workers} : ${against}`, `${number(raw, 2)} ×`],
    alone === null ? '–' : `${number(alone, 2)} ×`,
  ]);
  return ['', ...aligned(heads, rows, (name) => LEFT.has(name) || name === heads[0])];
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

/** Whatever a benchmark found, as indented lines. @param {any} found @returns {string[]} */
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

/** Results of the same kind as a table. @param {any[]} found */
function listed(found) {
  if (!found.every((entry) => entry && typeof entry === 'object')) return found.map(inline);
  const heads = [...new Set(found.flatMap((entry) => Object.keys(entry)))];
  const rows = found.map((entry) => heads.map((head) => (head in entry ? inline(entry[head]) : '')));
  return aligned(heads, rows, (head) => found.every((entry) => typeof entry[head] !== 'number'));
}

/** @param {any} value @returns {string} */
function inline(value) {
  if (typeof value === 'number') return number(value, 3);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${inline(inner)}`)
    .join(', ');
}
