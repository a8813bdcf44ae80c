/** @import { Actor, Values } from '@plinth/plugin' */
/** @import { Line, Report, System } from './read-results.js' */
import { AppError } from '@plinth/plugin';

const TABLES = Object.freeze({ systems: 'benchmark_systems', runs: 'benchmark_runs', results: 'benchmark_results' });

/**
 * Puts results into the benchmark dashboard: one run for each system measured.
 *
 * @param {Values} data @param {Actor} actor @param {Report} report
 * @returns {Promise<{ runs: number, results: number }>}
 * @throws {AppError} BENCHMARK_DASHBOARD_MISSING
 */
export async function storeResults(data, actor, { started, command, systems }) {
  if (!Object.values(TABLES).every((name) => data.catalog().hasTable(name))) {
    throw new AppError('BENCHMARK_DASHBOARD_MISSING', 'This server has no benchmark dashboard', {
      status: 409,
      hint: 'Install the app "benchmark-dashboard" without a name prefix',
    });
  }
  const asKnown = knownCaches(data);
  let results = 0;
  for (const { system, lines } of systems) {
    const owner = await systemOf(data, actor, system);
    const title = `${started.slice(0, 16).replace('T', ' ')}${system.commit && `, ${system.commit}`}`;
    // One transaction, so that a run is stored with all its lines or not at all.
    await data.rows.saveTree(actor, {
      table: TABLES.runs,
      id: null,
      values: { title, system: owner, started, command, commit: system.commit },
      children: [
        {
          relation: `${TABLES.results}.run`,
          rows: lines.map((line) => ({
            id: null,
            values: {
              ...asKnown(line),
              variant: variantOf(system, line),
              system: owner,
              version: system.version,
              started,
            },
          })),
        },
      ],
    });
    results += lines.length;
  }
  return { runs: systems.length, results };
}

const CACHES = /** @type {Record<string, string>} */ ({ on: ', cached', off: ', uncached', miss: ', cache miss' });

/**
 * Dashboards installed before cache misses were measured lack that choice.
 *
 * @param {Values} data
 * @returns {(line: Line) => Line}
 */
function knownCaches(data) {
  const { options } = data.catalog().table(TABLES.results).field('cache').attributes;
  const known = new Set(options.map((/** @type {{ value: string }} */ { value }) => value));
  return (line) => (known.has(line.cache) ? line : { ...line, cache: null });
}

/**
 * A short label: only results with the same label are comparable.
 *
 * @param {System} system
 * @param {{ cache: string | null }} line
 */
const variantOf = ({ product }, { cache }) => product + (CACHES[cache ?? ''] ?? '');

/** A system is one machine with one version. @param {Values} data @param {Actor} actor @param {System} system */
async function systemOf(data, actor, { commit: _commit, product: _product, ...system }) {
  const spec = {
    table: TABLES.systems,
    select: [],
    where: { field: 'name', op: 'eq', value: { param: 'name' } },
    limit: 1,
  };
  const [{ rows }] = await data.select(actor, [{ spec, params: { name: system.name } }]);
  return rows[0]?.id ?? (await data.rows.insert(actor, TABLES.systems, system)).id;
}
