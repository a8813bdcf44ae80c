/** @import { Benchmark } from '@plinth/cli/benchmarks' */

/** @type {Benchmark} */
export const benchmark = {
  group: 'A',
  about: 'a form',
  isUsual: true,
  page: { canMiss: true },
};
