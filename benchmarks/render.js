import { installBenchmark, median, round, runAsScript, withOwnApp } from '@plinth/cli/benchmarks';

/**
 * Printing alone: the forum's front page, rendered again and again from rows that were read once, without HTTP.
 *
 * node benchmarks/render.js [seconds=3]
 *
 * @param {{ seconds?: number }} [options]
 */
export function run({ seconds = 3 } = {}) {
  return withOwnApp(async (app, operator) => {
    await installBenchmark(app, operator);
    const { data, views } = app;
    const actor = { userId: null, roles: ['public'], system: false };
    const plan = views.plans(data.catalog()).page('bench_complex');
    const today = () => data.today(data.catalog());
    const env = () => views.env({ actor, locale: 'en', timeZone: 'Europe/Berlin', here: '/page/bench_complex', today });
    const start = () => plan.start({ actor, query: new URLSearchParams(), env: env() });
    const { queries } = start();
    const results = await data.select(actor, queries);
    const once = () => start().finish(results).html.text;
    const bytes = Buffer.byteLength(once());
    timed(once, 0.5);
    const rounds = [1, 2, 3].map(() => timed(once, seconds));
    return {
      statements: queries.length,
      bytes,
      'renders per second': Math.round(median(rounds.map(({ rate }) => rate))),
      // The cost of a render, whatever else the machine does meanwhile.
      'CPU ms per render': round(median(rounds.map(({ cpuMs }) => cpuMs)), 4),
    };
  });
}

/** @param {() => unknown} work @param {number} seconds */
function timed(work, seconds) {
  const [began, busy] = [performance.now(), process.cpuUsage()];
  let count = 0;
  for (; performance.now() - began < seconds * 1000; count++) work();
  return { rate: (count * 1000) / (performance.now() - began), cpuMs: process.cpuUsage(busy).user / 1000 / count };
}

const [seconds] = process.argv.slice(2).map(Number);
await runAsScript(import.meta.url, () => run({ seconds }));
