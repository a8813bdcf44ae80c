/** @import { Row } from '@plinth/plugin' */
import { findBenchmarks } from '../benchmarks/catalogue.js';
import { optionsOfRun, readOptions } from '../benchmarks/options.js';
import { keepResults, requireKeepers } from '../benchmarks/run/publish.js';
import { compareRuns, compareSystems } from '../benchmarks/report/compare.js';
import { printResults } from '../benchmarks/report/print-results.js';
import { checkOut } from '../benchmarks/run/checkout.js';
import { emptyResults, runBenchmarks } from '../benchmarks/run/run-benchmarks.js';
import { sweepDeadRuns, takeMachine } from '../benchmarks/run/run-folder.js';
import { requireFolder, resultFiles } from '../benchmarks/report/write-results.js';

/** @import { Command, CommandContext } from '../types.d.ts' */
/** @import { Options, Results } from '../benchmarks/types.d.ts' */
/** @import { Checkout } from '../benchmarks/run/checkout.js' */

/** Exit code for a process ended by a signal, as in shells. */
const STOPPED = 130;
const MOST_LISTENERS = 100;

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
    // Each server and folder of the run has one, to be gone with this process.
    process.setMaxListeners(MOST_LISTENERS);
    const typed = ['plinth run-benchmark', ...positionals, ...typedOptions(values)].join(' ');
    const folder = requireFolder(values.out, ctx.cwd);
    const results = emptyResults(ctx, options, typed);
    const { files, write } = resultFiles(results, { folder, report: Boolean(values.report) });
    const release = takeMachine();
    const stop = () => process.exit(stopped(ctx, results, { files, write }));
    process.once('SIGINT', stop).once('SIGTERM', stop);
    try {
      for (const left of await sweepDeadRuns()) ctx.note(`Removed ${left}, left behind by a killed run.`);
      await requireKeepers(ctx, options);
      const baseline = options.baseline ? await checkOut(options.baseline, ctx.note) : null;
      await runBenchmarks(ctx, options, results, { keep: write, baseline }).finally(baseline?.remove);
      results.state = 'finished';
      results.comparisons = comparisonsOf(results, options, baseline);
      write();
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

/** Keeps what there is. @param {CommandContext} ctx @param {Results} results @param {ReturnType<typeof resultFiles>} kept */
function stopped(ctx, results, { files, write }) {
  const count = results.measurements.length + Object.keys(results.others).length;
  if (count === 0) ctx.note('Stopped before anything was measured.');
  else {
    results.state = 'stopped';
    write();
    ctx.note(`Stopped: ${count} results until then are in ${files.join(' and ')}`);
  }
  return STOPPED;
}

/** @param {Results} results @param {Options} options @param {Checkout | null} baseline */
function comparisonsOf(results, { compare }, baseline) {
  const found = [];
  if (compare) {
    const { file, results: earlier } = compare;
    const state = earlier.state === 'finished' || !earlier.state ? '' : ', a run that did not finish';
    found.push(compareRuns(results, earlier, `${file} (${earlier.machine.commit}${state})`));
  }
  if (baseline) {
    const pages = compareSystems(results.measurements, 'plinth', baseline.system);
    // Of other benchmarks, the results are the comparison.
    if (pages.length > 0) found.push({ against: `${baseline.system}, in turns`, pages, figures: [] });
  }
  return found;
}

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
