import { accessSync, constants, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
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
 * The files of a run: its results, and the report if requested. What is there is replaced completely or not at all.
 *
 * @param {Results} results @param {{ folder: string, report: boolean }} options
 * @returns {{ files: string[], write: () => void }} write: what the results are at the moment
 */
export function resultFiles(results, { folder, report }) {
  const began = new Date(results.started).getTime();
  const name = `${results.started.slice(0, 19).replaceAll(':', '-')}-${results.machine.commit.replace('+', '')}`;
  const files = ['.json', ...(report ? ['.html'] : [])].map((kind) => path.join(folder, name + kind));
  const write = () =>
    writing(folder, () => {
      results.seconds = Math.round((Date.now() - began) / 1000);
      for (const [i, text] of [`${JSON.stringify(results, null, 2)}\n`, reportPage(results)]
        .slice(0, files.length)
        .entries()) {
        writeFileSync(`${files[i]}.new`, text);
        renameSync(`${files[i]}.new`, files[i]);
      }
    });
  return { files, write };
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
