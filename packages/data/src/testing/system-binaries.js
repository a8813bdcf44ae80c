import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { binariesIn } from '../postgres/database/embedded/binaries.js';

/** @import { Binaries } from '../postgres/database/embedded/types.d.ts' */

/**
 * The PostgreSQL of the machine, when its server programs are on the PATH and new enough.
 *
 * @returns {Binaries | undefined}
 */
export function systemBinaries() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const initdb = join(folder, 'initdb');
    if (!isExecutable(initdb)) continue;
    // Distributions link the programs to a folder for each version; the server lies beside the link's target.
    const binaries = binariesIn(dirname(dirname(realpathSync(initdb))));
    if (binaries.major >= 15) return binaries;
  }
  return undefined;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
