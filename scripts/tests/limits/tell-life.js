import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STARTED_BY } from './processes.js';

/** In ms. */
const BEAT = Number(process.env.PLINTH_TEST_BEAT ?? 2000);

/**
 * Tells the runner that this process lives, and which test file it runs, by a note that gets a new time as long as the
 * process does anything at all. See `end-hanging.js`.
 *
 * @param {string} folder
 * @returns {(file: string) => void} to be called with the name of each file that begins
 */
export function tellLife(folder) {
  const note = join(folder, String(process.pid));
  process.env[STARTED_BY] = String(process.pid);
  writeFileSync(note, '');
  setInterval(() => utimesSync(note, new Date(), new Date()), BEAT).unref();
  return (file) => writeFileSync(note, file);
}
