/** @import { Benchmark } from '@plinth/cli/benchmarks' */

/** @type {Benchmark} */
export const benchmark = {
  group: 'A',
  about: 'the style sheet: no database',
  isUsual: true,
  page: { publicOnly: true },
};
