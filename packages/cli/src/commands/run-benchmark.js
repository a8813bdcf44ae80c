/** @import { Row } from '@plinth/plugin' */
import { findBenchmarks } from '../benchmarks/catalogue.js';
import { optionsOfRun, readOptions } from '../benchmarks/options.js';
import { keepResults, requireKeepers } from '../benchmarks/run/publish.js';
import { printResults } from '../benchmarks/report/print-results.js';
import { runBenchmarks } from '../benchmarks/run/run-benchmarks.js';
import { sweepDeadRuns, takeMachine } from '../benchmarks/run/run-folder.js';
import { requireFolder, writeResults } from '../benchmarks/report/write-results.js';

/** @import { Command } from '../types.d.ts' */

/** Exit code for a process ended by a signal, as in shells. */
const STOPPED = 130;

/** @type {Command} */
export const command = {
  name: 'run-benchmark',
  summary: 'measure how fast pages are delivered and at what cost',
  arguments: ['[NAME...]'],
  usage: '[--workers 1,2] [--report]',
  async details() {
    const known = await findBenchmarks();
    return [
      'Starts its own servers with their own data, unless --url names one. Benchmarks, by name or letter of the group:',
      ...known.map(
        ({ group, name, about, isApart }) => `  ${group}  ${name.padEnd(20)} ${about}${isApart ? ' *' : ''}`,
      ),
      '* only if named; "all" stands for the others. What runs without a name: the usual pages.',
      'Exits with code 1 if any response was an error.',
    ].join('\n');
  },
  json: true,
  options: optionsOfRun,
  async run(ctx, { values, positionals }) {
    const options = readOptions(values, positionals, ctx.cwd, await findBenchmarks());
    const release = takeMachine();
    const stop = () => process.exit(STOPPED);
    process.once('SIGINT', stop).once('SIGTERM', stop);
    try {
      const typed = ['plinth run-benchmark', ...positionals, ...typedOptions(values)].join(' ');
      for (const left of await sweepDeadRuns()) ctx.note(`Removed ${left}, left behind by a killed run.`);
      const folder = requireFolder(values.out, ctx.cwd);
      await requireKeepers(ctx, options);
      const results = await runBenchmarks(ctx, options, typed);
      const files = writeResults(results, { folder, report: Boolean(values.report) });
      ctx.print({ ...results, files }, printResults);
      // A run with errors is not a result, so no dashboard gets it.
      if (results.errors > 0) return 1;
      await keepResults(ctx, options, results);
      return 0;
    } finally {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      await release();
    }
  },
};

/**
 * Without secrets, because the command line is stored with the results and may be published.
 *
 * @param {Row} values
 */
const typedOptions = (values) =>
  Object.entries(values)
    .filter(([name]) => !['token', 'cookie'].includes(name))
    .flatMap(([name, value]) =>
      [value].flat().map((one) => (one === true ? `--${name}` : `--${name} ${withoutSecrets(one)}`)),
    );

/** An address may contain a password before its host or, for a database, in its query. @param {string} value */
function withoutSecrets(value) {
  const url = /^[a-z]+:\/\//i.test(value) ? URL.parse(value) : null;
  return url ? `${url.protocol}//${url.host}${url.pathname}` : value;
}
