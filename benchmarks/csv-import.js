/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { withOwnApp } from '@plinth/cli/benchmarks';
import { importPeople } from './parts/people-file.js';

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
          results.push(await importPeople(data, operator, { table, rows: count, mode }));
          onProgress(results.length, 4);
        }
      }
      return results;
    }),
};
