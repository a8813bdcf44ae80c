import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '@plinth/plugin';

/** @import { Benchmark } from '../types.d.ts' */

const FOLDER = new URL('../../../../../benchmarks/', import.meta.url);

/**
 * Runs a benchmark that is a file in benchmarks/ of its own, which exports `run(options)`.
 *
 * @param {Benchmark} benchmark
 * @param {{ quick: boolean, url: string | undefined, onProgress: (done: number, all: number) => void }} options
 * @returns {Promise<unknown>} what it found
 */
export async function runModule({ file }, options) {
  const { run } = await import(addressOf(file));
  return run(options);
}

/** Found out before the long part. @param {Benchmark} benchmark @throws {AppError} BENCHMARK_MISSING */
export function requireModule({ name, kind, file }) {
  if (kind !== 'module' || existsSync(fileURLToPath(addressOf(file)))) return;
  throw new AppError(
    'BENCHMARK_MISSING',
    `The benchmark ${name} is not part of this copy: there is no benchmarks/${file}`,
    {
      status: 404,
      hint: 'Clone the whole repository to run it.',
    },
  );
}

/** @param {string | undefined} file */
const addressOf = (file) => new URL(/** @type {string} */ (file), FOLDER).href;
