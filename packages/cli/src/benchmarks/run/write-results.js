import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@plinth/plugin';
import { reportPage } from '../report/report-page.js';

/** @import { Results } from '../types.d.ts' */

const USUAL = fileURLToPath(new URL('../../../../../benchmarks/results', import.meta.url));

/**
 * Writes the results, and the report if asked for.
 *
 * @param {Results} results @param {{ folder: string | undefined, report: boolean, cwd: string }} options
 * @returns {string[]} the files
 */
export function writeResults(results, { folder, report, cwd }) {
  const target = folder === undefined ? USUAL : path.resolve(cwd, folder);
  const name = `${results.started.slice(0, 19).replaceAll(':', '-')}-${results.machine.commit.replace('+', '')}`;
  const files = [path.join(target, `${name}.json`), ...(report ? [path.join(target, `${name}.html`)] : [])];
  try {
    mkdirSync(target, { recursive: true });
    writeFileSync(files[0], `${JSON.stringify(results, null, 2)}\n`);
    if (report) writeFileSync(files[1], reportPage(results));
  } catch (error) {
    throw new AppError('FILE_NOT_WRITABLE', `${target} can't be written to: ${/** @type {Error} */ (error).message}`, {
      hint: 'Choose another folder with --out.',
      cause: error,
    });
  }
  return files;
}
