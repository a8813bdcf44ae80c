import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@plinth/plugin';
import { reportPage } from './report-page.js';

/** @import { Results } from '../types.d.ts' */

const USUAL = fileURLToPath(new URL('../../../../../benchmarks/results', import.meta.url));

/**
 * Checks that the results can be written before the long part begins.
 *
 * @param {string | undefined} folder @param {string} cwd
 * @throws {AppError} FILE_NOT_WRITABLE
 */
export function requireFolder(folder, cwd) {
  const target = folder === undefined ? USUAL : path.resolve(cwd, folder);
  writing(target, () => {
    make(target);
    accessSync(target, constants.W_OK | constants.X_OK);
  });
  return target;
}

/**
 * Writes the results, and the report if requested.
 *
 * @param {Results} results @param {{ folder: string, report: boolean }} options
 * @returns {string[]} the files
 */
export function writeResults(results, { folder, report }) {
  const name = `${results.started.slice(0, 19).replaceAll(':', '-')}-${results.machine.commit.replace('+', '')}`;
  const files = [path.join(folder, `${name}.json`), ...(report ? [path.join(folder, `${name}.html`)] : [])];
  writing(folder, () => {
    writeFileSync(files[0], `${JSON.stringify(results, null, 2)}\n`);
    if (report) writeFileSync(files[1], reportPage(results));
  });
  return files;
}

/**
 * Step by step: Node's own recursive mkdir never returns where a folder may not be created (in /proc).
 *
 * @param {string} folder
 */
function make(folder) {
  if (existsSync(folder)) return;
  make(path.dirname(folder));
  mkdirSync(folder);
}

/** @param {string} folder @param {() => void} work */
function writing(folder, work) {
  try {
    work();
  } catch (error) {
    throw new AppError('FILE_NOT_WRITABLE', `${folder} can't be written to: ${/** @type {Error} */ (error).message}`, {
      hint: 'Choose another folder with --out.',
      cause: error,
    });
  }
}
