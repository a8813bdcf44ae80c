import { escapeHtml } from '@plinth/plugin';
import { scalingOf } from '../run/capacity.js';
import { described } from '../run/print-results.js';
import { barChart } from './bar-chart.js';
import { STYLE } from './style.js';

/** @import { Measurement, Results } from '../types.d.ts' */

/**
 * The results as one page that needs nothing else: no script, no font, no picture from anywhere.
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
    ...(measurements.length > 0 ? [`<section><h2>All numbers</h2>${table(measurements)}</section>`] : []),
    ...Object.entries({ ...results.others, ...(results.lighthouse && { lighthouse: results.lighthouse }) }).map(
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
      barChart(groups, { unit: 'requests/s' }),
    ),
    section(
      'Latency',
      'Milliseconds: the bar is the median, its thin end the 99th percentile.',
      barChart(latencies, { unit: 'ms' }),
    ),
  ];
}

/** @param {Measurement} one */
const bar = (one) => ({ label: seriesOf(one), value: one.requestsPerSecond.median, mark: one.ceiling });

/** @param {Measurement} one */
const seriesOf = ({ system, workers, cache, as, tool }) =>
  [
    system,
    workers && `${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    cache === 'on' ? 'cached' : cache === 'off' ? 'uncached' : '',
    as,
    tool === 'autocannon' ? '' : tool,
  ]
    .filter(Boolean)
    .join(', ');

/** @param {string} title @param {string} text @param {string} chart */
const section = (title, text, chart) => `<section><h2>${title}</h2><p>${text}</p>${chart}</section>`;

/** @param {Measurement[]} measurements */
function table(measurements) {
  const number = (/** @type {number | null} */ value, digits = 0) =>
    value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: digits });
  const heads =
    'Benchmark,System,Workers,Cache,As,Tool,Requests/s,from–to,Alone,Cold,Bare,Share,p50,p75,p90,p95,p99,max,Bytes,SQL,Server cores,Load cores,CPU ms,Memory MB,Errors'.split(
      ',',
    );
  const rows = measurements.map((one) => [
    ...[one.benchmark, one.system, number(one.workers), one.cache, one.as, one.tool],
    number(one.requestsPerSecond.median),
    `${number(one.requestsPerSecond.min)}–${number(one.requestsPerSecond.max)}`,
    ...[
      number(one.alone),
      number(one.cold),
      number(one.ceiling),
      one.share === null ? '–' : `${Math.round(one.share * 100)} %`,
    ],
    ...[one.latency.p50, one.latency.p75, one.latency.p90, one.latency.p95, one.latency.p99, one.latency.max].map(
      (ms) => number(ms, 1),
    ),
    ...[number(one.bytesPerRequest), number(one.statements), number(one.cpuCores, 2), number(one.generatorCores, 2)],
    number(one.cpuMsPerRequest, 3),
    ...[number(one.memoryMb), one.errors > 0 ? `${number(one.errors)}: ${one.problems.join(', ')}` : '0'],
  ]);
  return tableOf(
    heads,
    rows.map((cells, i) => ({ cells, isBad: measurements[i].errors > 0 })),
  );
}

/** What more workers bring. @param {Measurement[]} measurements */
function scaling(measurements) {
  const found = scalingOf(measurements);
  if (found.length === 0) return [];
  const times = (/** @type {number | null} */ value) => (value === null ? '–' : `${value.toFixed(2)} ×`);
  const rows = found.map((one) => ({
    cells: [
      ...[one.benchmark, one.system, one.cache, one.as, one.tool, `${one.workers} against ${one.against}`],
      ...[times(one.raw), times(one.alone)],
    ],
    isBad: false,
  }));
  return [
    section(
      'More workers',
      'The load generator needs processor time too, and on a small machine the more workers there are the more it takes from them. ' +
        'With its share subtracted: requests a second, divided by how busy the busiest part of the server was. Its parts are the main ' +
        'thread of each process, which has one core, and all processes with the database together, which have all cores.',
      tableOf(['Benchmark', 'System', 'Cache', 'As', 'Tool', 'Workers', 'As measured', 'Load subtracted'], rows),
    ),
  ];
}

/** @param {string[]} heads @param {{ cells: string[], isBad: boolean }[]} rows */
function tableOf(heads, rows) {
  const cells = (/** @type {string[]} */ row) => row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('');
  return `<div class="scroll"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr${row.isBad ? ' class="bad"' : ''}>${cells(row.cells)}</tr>`).join('\n')}</tbody></table></div>`;
}
