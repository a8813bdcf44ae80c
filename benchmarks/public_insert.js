/** @import { Benchmark } from '@plinth/cli/benchmarks' */

/** @type {Benchmark} */
export const benchmark = {
  group: 'D',
  about: 'a row through a public form: 1,000 calls, 50 at once',
  page: { method: 'POST', body: 'text=A+note+of+the+benchmark', status: 303, amount: 1000, publicOnly: true },
};
