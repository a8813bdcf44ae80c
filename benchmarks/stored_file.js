/** @import { Benchmark } from '@plinth/cli/benchmarks' */

/** @type {Benchmark} */
export const benchmark = {
  group: 'A',
  about: 'a stored file of 19 bytes, rights looked up',
  isUsual: true,
  page: {},
};
