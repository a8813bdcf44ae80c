/**
 * How fast a CSV file becomes rows on a durable database (fsync on), and how much memory that takes.
 *
 *   node benchmarks/csv-import.js [rows=200000]
 *
 * Prints rows per second and the highest resident memory of this process, for both ways of importing. The goal is at
 * least 20,000 rows/s with memory that does not grow with the file.
 */
import { Readable } from 'node:stream';
import { SYSTEM, openOwnData } from './parts/own-data.js';

const FIELDS = [
  { name: 'name', type: 'text', required: true },
  { name: 'age', type: 'integer', attributes: { min: 0, max: 150 } },
  { name: 'born', type: 'date' },
  { name: 'price', type: 'money' },
  { name: 'mail', type: 'email' },
  { name: 'active', type: 'boolean' },
];

const rows = Number(process.argv[2] ?? 200_000);
const { data, close } = await openOwnData();
try {
  for (const mode of /** @type {const} */ (['good-rows', 'all-or-nothing'])) {
    for (const count of [rows / 4, rows]) await measure(mode, count);
  }
} finally {
  await close();
}

/** @param {'good-rows' | 'all-or-nothing'} mode @param {number} count */
async function measure(mode, count) {
  const table = `bench_${mode.slice(0, 3)}_${count}`;
  await data.edit(SYSTEM, 'add-table', { name: table, fields: FIELDS });
  globalThis.gc?.();
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const started = performance.now();
  const { inserted } = await data.csv.import(SYSTEM, Readable.from(lines(count)), {
    table,
    columns: FIELDS.map(({ name }) => ({ header: name, field: name })),
    mode,
  });
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  const speed = Math.round(inserted / seconds).toLocaleString('en');
  console.log(
    `${mode}: ${inserted} rows in ${seconds.toFixed(1)} s, ${speed} rows/s, ${Math.round(most / 1e6)} MB at most`,
  );
}

/** @param {number} count */
function* lines(count) {
  let text = `${FIELDS.map((field) => field.name).join(',')}\n`;
  for (let at = 0; at < count; at++) {
    const day = String((at % 28) + 1).padStart(2, '0');
    text += `"Person, number ${at}",${at % 100},1990-05-${day},${at % 1000}.50,p${at}@example.com,${at % 2 === 0}\n`;
    if (text.length > 65_536) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}
