/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { Readable } from 'node:stream';
import { round, timed, withOwnApp } from '@plinth/cli/benchmarks';

const FIELDS = [
  { name: 'name', type: 'text', required: true },
  { name: 'age', type: 'integer', attributes: { min: 0, max: 150 } },
  { name: 'born', type: 'date' },
  { name: 'price', type: 'money' },
  { name: 'mail', type: 'email' },
  { name: 'active', type: 'boolean' },
];

const MODES = /** @type {const} */ (['good-rows', 'all-or-nothing']);

/**
 * Both ways of importing, on a durable database (fsync on). The goal is at least 20,000 rows/s with memory that does not grow
 * with the file.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'H',
  about: 'how fast a CSV file becomes rows, and how much memory that takes',
  sizes: { rows: [200_000, 8000] },
  run: ({ rows }, { onProgress }) =>
    withOwnApp(async ({ data }, operator) => {
      const results = [];
      for (const mode of MODES) {
        for (const count of [rows / 4, rows]) {
          const table = `bench_${mode.slice(0, 3)}_${count}`;
          await data.edit(operator, 'add-table', { name: table, fields: FIELDS });
          const columns = FIELDS.map(({ name }) => ({ header: name, field: name }));
          let [most, inserted] = [0, 0];
          const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
          const ms = await timed(async () => {
            const file = Readable.from(lines(count));
            ({ inserted } = await data.csv.import(operator, file, { table, columns, mode }));
          });
          clearInterval(watch);
          const rate = { 'rows/s': Math.round((inserted * 1000) / ms), 'memory MB at most': Math.round(most / 1e6) };
          results.push({ mode, rows: inserted, seconds: round(ms / 1000), ...rate });
          onProgress(results.length, 4);
        }
      }
      return results;
    }),
};

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
