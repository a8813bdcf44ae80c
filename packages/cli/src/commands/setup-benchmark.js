import { installBenchmark } from '../benchmarks/setup/install-benchmark.js';
import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'setup-benchmark',
  summary: 'install the pages and files that benchmarks ask for',
  details: [
    'An app of its own, "benchmark": a forum of 51 users, 500 threads and 5,000 replies, a form, a simple page and three',
    'stored files, all of them public. It may be called again and again. Remove the app in the admin when you are done.',
    'The names and paths that it prints serve any tool; plinth run-benchmark uses them itself.',
  ].join('\n'),
  json: true,
  async run(ctx) {
    const progress = ctx.progress('Installing');
    const result = await withApp(ctx, (app, operator) =>
      installBenchmark(app, operator, (done, all) => progress.at(done, all)),
    );
    progress.done(result.installed ? 'Installed the app "benchmark"' : 'The app "benchmark" is there already');
    ctx.print({ benchmarks: result.benchmarks }, describe);
  },
};

/** @param {{ benchmarks: Record<string, string> }} data */
function describe({ benchmarks }) {
  const width = Math.max(...Object.keys(benchmarks).map((name) => name.length));
  return Object.entries(benchmarks)
    .map(([name, path]) => `${name.padEnd(width)}  ${path}`)
    .join('\n');
}
