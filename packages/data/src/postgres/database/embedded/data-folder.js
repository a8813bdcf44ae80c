import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, dataFolderUnusable } from './errors.js';
import { giveToOwnerOf } from './owner.js';

/**
 * Creates the data folder if there is none, accessible to its owner only. If root does, it is the owner of the folder around.
 *
 * @param {string} folder
 */
export function ensureDataFolder(folder) {
  try {
    make(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw dataFolderUnusable(folder, error);
  }
}

/**
 * Step by step: Node's own recursive mkdir never returns where a folder may not be created (in /proc).
 *
 * @param {string} folder
 */
function make(folder) {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) make(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
    giveToOwnerOf(dirname(folder), folder);
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}
