import { installBenchmark } from '../benchmarks/setup/install-benchmark.js';
import { withApp } from '../frame/with-app.js';

/** @import { Command, CommandContext } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'setup-benchmark',
  summary: 'install the pages and files that benchmarks request',
  details: [
    'Installs the app "benchmark": a forum with 51 users, 500 threads and 5,000 replies, a form, a simple page and three',
    'stored files, all public. It is safe to run again. Remove the app in the admin when you are done.',
    'Any tool can use the names and paths it prints; plinth run-benchmark uses them automatically.',
  ].join('\n'),
  json: true,
  options: {
    'accept-results': {
      type: 'boolean',
      summary: 'create a token for run-benchmark --publish to fill this dashboard; the previous one is revoked',
    },
  },
  async run(ctx, { values }) {
    if (values['accept-results']) return acceptResults(ctx);
    const progress = ctx.progress('Installing');
    const result = await withApp(
      ctx,
      (app, operator) => installBenchmark(app, operator, (done, all) => progress.at(done, all)),
      { mayBeNew: true },
    );
    progress.done(result.installed ? 'Installed the app "benchmark"' : 'The app "benchmark" is already installed');
    ctx.print({ benchmarks: result.benchmarks }, describe);
  },
};

/** @param {CommandContext} ctx */
async function acceptResults(ctx) {
  const { makeResultToken } = await import('@plinth/server/benchmark-results');
  const token = await withApp(ctx, ({ data }, operator) => makeResultToken(data, operator));
  ctx.print({ token }, () => `plinth run-benchmark --publish URL --token ${token}\nThis token is shown only once.`);
}

/** @param {{ benchmarks: Record<string, string> }} data */
function describe({ benchmarks }) {
  const width = Math.max(...Object.keys(benchmarks).map((name) => name.length));
  return Object.entries(benchmarks)
    .map(([name, path]) => `${name.padEnd(width)}  ${path}`)
    .join('\n');
}
