import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError, nearest } from '@plinth/plugin';
import { UsageError } from '../frame/errors.js';

/** @import { Known } from './types.d.ts' */

const FOLDER = new URL('../../../../benchmarks/', import.meta.url);

/**
 * All benchmarks: the files of their folder, by group.
 *
 * @param {string} [folder]
 * @returns {Promise<Known[]>}
 */
export async function findBenchmarks(folder = fileURLToPath(FOLDER)) {
  const files = readFolder(folder).filter((file) => file.endsWith('.js'));
  const found = await Promise.all(
    files.map(async (file) => {
      const { benchmark } = await import(`${folder}/${file}`);
      const name = file.slice(0, -'.js'.length);
      if (benchmark?.group && Boolean(benchmark.page) !== Boolean(benchmark.run)) return { name, ...benchmark };
      throw new AppError('BENCHMARK_INVALID', `benchmarks/${file} is no benchmark`, {
        hint: 'It exports a `benchmark` with a group, and either a page to request or a run function.',
      });
    }),
  );
  return found.sort((a, b) => a.group.localeCompare(b.group) || a.name.localeCompare(b.name));
}

/** @param {string} folder */
function readFolder(folder) {
  try {
    return readdirSync(folder);
  } catch {
    throw new AppError('BENCHMARK_MISSING', 'This copy of Plinth has no folder benchmarks/', {
      status: 404,
      hint: 'Clone the whole repository to run them.',
    });
  }
}

/**
 * The benchmarks with these names; a letter stands for its group, "all" for all, except those that only run by name.
 *
 * @param {readonly Known[]} known @param {string[]} names
 * @returns {Known[]}
 */
export function chooseBenchmarks(known, names) {
  if (names.length === 0) return known.filter(({ isUsual }) => isUsual);
  const chosen = new Set(names.flatMap((name) => expand(known, name)));
  return known.filter((benchmark) => chosen.has(benchmark));
}

/** @param {readonly Known[]} known @param {string} wanted */
function expand(known, wanted) {
  const plain = (/** @type {string} */ name) => name.toLowerCase().replaceAll('_', '-');
  const found = known.filter(({ name }) => plain(name) === plain(wanted));
  if (found.length > 0) return found;
  const group = known.filter(({ group, isApart }) => !isApart && ['all', plain(group)].includes(plain(wanted)));
  if (group.length > 0) return group;
  const names = known.map(({ name }) => name);
  const near = nearest(wanted, names);
  throw new UsageError(
    `There is no benchmark "${wanted}"`,
    `${near ? `Did you mean ${near}? ` : ''}There are: ${names.join(', ')}, the letters of their groups (A, D …), and all`,
  );
}
