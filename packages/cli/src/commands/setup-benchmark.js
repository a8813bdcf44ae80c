import { installBenchmark } from '../benchmarks/setup/install-benchmark.js';
import { withApp } from '../frame/with-app.js';

/** @import { Command, CommandContext } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'setup-benchmark',
  summary: 'install the pages and files that the benchmarks request',
  details: [
    'An app of its own, "benchmark": a forum of 51 users, 500 threads and 5,000 replies, a form, a simple page and three',
    'stored files, all of them public. Running it again is safe. Remove the app in the admin when you are done.',
    'Use the paths that it prints with any tool; plinth run-benchmark knows them itself.',
  ].join('\n'),
  json: true,
  options: {
    'accept-results': {
      type: 'boolean',
      summary: 'create a token for run-benchmark --publish to this server; revokes the previous one',
    },
  },
  async run(ctx, { values }) {
    if (values['accept-results']) return acceptResults(ctx);
    const progress = ctx.progress('Installing');
    const result = await withApp(ctx, (app, operator) =>
      installBenchmark(app, operator, (done, all) => progress.at(done, all)),
    );
    progress.done(result.installed ? 'Installed the app "benchmark"' : 'The app "benchmark" is there already');
    ctx.print({ benchmarks: result.benchmarks }, describe);
  },
};

/** @param {CommandContext} ctx */
async function acceptResults(ctx) {
  const { makeResultToken } = await import('@plinth/server/benchmark-results');
  const token = await withApp(ctx, ({ data }, operator) => makeResultToken(data, operator));
  ctx.print({ token }, () => `plinth run-benchmark --publish URL --token ${token}\nIt is shown only now.`);
}

/** @param {{ benchmarks: Record<string, string> }} data */
function describe({ benchmarks }) {
  const width = Math.max(...Object.keys(benchmarks).map((name) => name.length));
  return Object.entries(benchmarks)
    .map(([name, path]) => `${name.padEnd(width)}  ${path}`)
    .join('\n');
}
