import { escapeHtml } from '@plinth/plugin';
import { sizesOf } from './capacity.js';
import { COLUMNS, comparisonTables, described, scalingTable, sizeOf } from './print-results.js';
import { barChart } from './bar-chart.js';
import { STYLE } from './style.js';

/** @import { Measurement, Results } from '../types.d.ts' */
/** @import { Comparison } from './compare.js' */

/**
 * The results as one self-contained page, without scripts, fonts or pictures from elsewhere.
 *
 * @param {Results} results
 */
export function reportPage(results) {
  const { machine, measurements, started } = results;
  const title = `Plinth benchmarks, ${started.slice(0, 10)}`;
  const body = [
    `<header><h1>${escapeHtml(title)}</h1><p>Plinth ${escapeHtml(machine.plinth)}, commit <code>${escapeHtml(machine.commit)}</code></p></header>`,
    facts(results),
    ...(results.errors > 0
      ? [`<p class="bad">${results.errors} answers were errors: what is marked is no result.</p>`]
      : []),
    ...charts(measurements),
    ...scaling(measurements),
    ...(results.comparisons ?? []).map(compared),
    ...(measurements.length > 0 ? [`<section><h2>All numbers</h2>${table(measurements)}</section>`] : []),
    ...Object.entries(results.others).map(
      ([name, found]) =>
        `<section><h2>${escapeHtml(name)}</h2><pre>${escapeHtml(described(found).join('\n'))}</pre></section>`,
    ),
    `<footer><p>Made by <code>${escapeHtml(results.command)}</code> in ${results.seconds} s.</p></footer>`,
  ].join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>
`;
}

/** @param {Results} results */
function facts({ machine, options, notes }) {
  const rows = [
    ['Processor', `${machine.cores} × ${machine.cpu}`],
    ['Memory', `${(machine.memoryMb / 1024).toFixed(1)} GB`],
    ['System', `${machine.os}, Node ${machine.node}`],
    [
      'Load',
      `${[options.tools].flat().join(' and ')}, ${options.connections} connections, ${options.repeats} × ${options.duration} s after ${options.warmup} s of warm-up`,
    ],
    ['Cores', machine.pinned ?? 'shared by server and load'],
  ];
  return [
    `<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`,
    ...notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`),
  ].join('\n');
}

/** @param {Measurement[]} measurements */
function charts(measurements) {
  const good = measurements.filter(({ errors }) => errors === 0);
  if (good.length === 0) return [];
  const names = [...new Set(good.map(({ benchmark }) => benchmark))];
  const groups = names.map((name) => ({
    label: name,
    bars: good.filter(({ benchmark }) => benchmark === name).map(bar),
  }));
  const latencies = groups.map(({ label }) => ({
    label,
    bars: good
      .filter(({ benchmark }) => benchmark === label)
      .map((one) => ({ label: seriesOf(one), value: one.latency.p50, to: one.latency.p99 })),
  }));
  return [
    section(
      'Requests per second',
      good.some(({ ceiling }) => ceiling !== null)
        ? 'Median of the rounds. The grey line is a bare node:http server with the same bytes.'
        : 'Median of the rounds.',
      barChart(groups, 'requests/s'),
    ),
    section(
      'Latency',
      'Milliseconds: the bar is the median, its thin end the 99th percentile.',
      barChart(latencies, 'ms'),
    ),
  ];
}

/** @type {Record<string, string>} */
const CACHES = { on: 'cached', off: 'uncached', miss: 'cache miss' };

/** @param {Measurement} one */
const bar = (one) => ({ label: seriesOf(one), value: one.requestsPerSecond.median, mark: one.ceiling });

/** @param {Measurement} one */
const seriesOf = (one) => [sizelessSeriesOf(one), sizeOf(one)].filter(Boolean).join(', ');

/** @param {Measurement} one */
const sizelessSeriesOf = ({ system, cache, as, tool }) =>
  [system, CACHES[cache] ?? '', as, tool === 'autocannon' ? '' : tool].filter(Boolean).join(', ');

/** @param {string} title @param {string} text @param {string} chart */
const section = (title, text, chart) => `<section><h2>${title}</h2><p>${text}</p>${chart}</section>`;

/** @param {Measurement[]} measurements */
const table = (measurements) =>
  tableOf(
    COLUMNS.map(([name]) => name),
    measurements.map((one) => ({
      cells: COLUMNS.map(
        ([name, cell]) => cell(one) + (name === 'errors' && one.errors ? `: ${one.problems.join(', ')}` : ''),
      ),
      isBad: one.errors > 0,
    })),
  );

/** @param {Comparison} comparison */
function compared(comparison) {
  const tables = comparisonTables(comparison).map(({ heads, rows }) =>
    tableOf(
      heads,
      rows.map((cells) => ({ cells, isBad: false })),
    ),
  );
  const text = 'Medians and their ratio; from–to: of the outermost rounds.';
  return section(`Compared with ${escapeHtml(comparison.against)}`, text, tables.join(''));
}

/** Throughput of larger servers, and the gain. @param {Measurement[]} measurements */
function scaling(measurements) {
  const found = scalingTable(measurements);
  if (!found) return [];
  const text =
    'The bar is what was measured, its thin end what it would be without the load generator, which needs processor time too, and ' +
    'on a small machine takes the more of it the larger the server is. With its share subtracted: requests a second, divided by how ' +
    'busy the busiest part of the server was. Its parts are the main thread of each process, which has one core, and all processes ' +
    'with the database together, which have all cores of the server.';
  const groups = sizesOf(measurements).map((sizes) => ({
    label: `${sizes[0].benchmark}: ${sizelessSeriesOf(sizes[0])}`,
    bars: sizes.map((one) => ({
      label: sizeOf(one),
      value: one.requestsPerSecond.median,
      to: Math.max(one.requestsPerSecond.median, one.alone ?? 0),
    })),
  }));
  const rows = found.rows.map((cells) => ({ cells, isBad: false }));
  const chart = barChart(groups, 'requests/s');
  return [section('Cores against throughput', text, `${chart}<br>${tableOf(found.heads, rows)}`)];
}

/** @param {string[]} heads @param {{ cells: string[], isBad: boolean }[]} rows */
function tableOf(heads, rows) {
  const cells = (/** @type {string[]} */ row) => row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('');
  return `<div class="scroll"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr${row.isBad ? ' class="bad"' : ''}>${cells(row.cells)}</tr>`).join('\n')}</tbody></table></div>`;
}
