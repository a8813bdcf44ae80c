import { Readable } from 'node:stream';
import { round, runAsScript, withOwnApp } from '@plinth/cli/benchmarks';

const FIELDS = [
  { name: 'name', type: 'text', required: true },
  { name: 'age', type: 'integer', attributes: { min: 0, max: 150 } },
  { name: 'born', type: 'date' },
  { name: 'price', type: 'money' },
  { name: 'mail', type: 'email' },
  { name: 'active', type: 'boolean' },
];

/**
 * How fast a CSV file becomes rows on a durable database (fsync on), and how much memory that takes, for both ways of
 * importing. The goal is at least 20,000 rows/s with memory that does not grow with the file.
 *
 * node benchmarks/csv-import.js [rows=200000]
 *
 * @param {{ rows?: number }} [options]
 */
export function run({ rows = 200_000 } = {}) {
  return withOwnApp(async ({ data }, operator) => {
    const results = [];
    for (const mode of /** @type {const} */ (['good-rows', 'all-or-nothing'])) {
      for (const count of [rows / 4, rows]) {
        const table = `bench_${mode.slice(0, 3)}_${count}`;
        await data.edit(operator, 'add-table', { name: table, fields: FIELDS });
        const columns = FIELDS.map(({ name }) => ({ header: name, field: name }));
        let most = 0;
        const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
        const began = performance.now();
        const { inserted } = await data.csv.import(operator, Readable.from(lines(count)), { table, columns, mode });
        const seconds = (performance.now() - began) / 1000;
        clearInterval(watch);
        const memory = { 'memory MB at most': Math.round(most / 1e6) };
        results.push({
          mode,
          rows: inserted,
          seconds: round(seconds),
          'rows/s': Math.round(inserted / seconds),
          ...memory,
        });
      }
    }
    return results;
  });
}

/** @param {number} count */
function* lines(count) {
  let text = `${FIELDS.map(({ name }) => name).join(',')}\n`;
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

const [rows] = process.argv.slice(2).map(Number);
await runAsScript(import.meta.url, () => run({ rows }));
