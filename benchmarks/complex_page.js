/** @import { Benchmark } from '@plinth/cli/benchmarks' */

/** @type {Benchmark} */
export const benchmark = {
  group: 'A',
  about: 'a forum’s front page: list, feed and form',
  isUsual: true,
  page: { canMiss: true },
};
