/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { installBenchmark, median, round, withOwnApp } from '@plinth/cli/benchmarks';

/**
 * The forum's front page, again and again from rows that were read once.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'A',
  about: 'rendering alone, without HTTP and database',
  sizes: { seconds: [3, 1] },
  run: ({ seconds }) =>
    withOwnApp(async (app, operator) => {
      await installBenchmark(app, operator);
      const { data, views } = app;
      const actor = { userId: null, roles: ['public'], system: false };
      const plan = views.plans(data.catalog()).page('bench_complex');
      const today = () => data.today(data.catalog());
      const env = () =>
        views.env({ actor, locale: 'en', timeZone: 'Europe/Berlin', here: '/page/bench_complex', today });
      const start = () => plan.start({ actor, query: new URLSearchParams(), env: env() });
      const { queries } = start();
      const results = await data.select(actor, queries);
      const once = () => start().finish(results).html.text;
      const bytes = Buffer.byteLength(once());
      repeat(once, 0.5);
      const rounds = [1, 2, 3].map(() => repeat(once, seconds));
      return {
        statements: queries.length,
        bytes,
        'renders per second': Math.round(median(rounds.map(({ rate }) => rate))),
        // The cost of a render, whatever else the machine does meanwhile.
        'CPU ms per render': round(median(rounds.map(({ cpuMs }) => cpuMs)), 4),
      };
    }),
};

/** @param {() => unknown} work @param {number} seconds */
function repeat(work, seconds) {
  const [began, busy] = [performance.now(), process.cpuUsage()];
  let count = 0;
  for (; performance.now() - began < seconds * 1000; count++) work();
  return { rate: (count * 1000) / (performance.now() - began), cpuMs: process.cpuUsage(busy).user / 1000 / count };
}
