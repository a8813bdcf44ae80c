/** @import { Benchmark } from '@plinth/cli/benchmarks' */

/** @type {Benchmark} */
export const benchmark = {
  group: 'A',
  about: 'a page with one line of text',
  isUsual: true,
  page: { canMiss: true },
};
