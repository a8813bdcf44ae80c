/** @import { Benchmark } from '@plinth/cli/benchmarks' */

/** @type {Benchmark} */
export const benchmark = {
  group: 'A',
  about: 'the same page with conditions that all its views read: none of them was printed before',
  page: { of: 'complex_page', canMiss: true, missBy: 'bench_threads.title.ne=*&bench_replies.body.ne=*' },
};
