import { pathToFileURL } from 'node:url';
import { described } from '../report/print-results.js';

/**
 * Runs a benchmark whose file was started directly, and prints its results.
 *
 * @param {string} url import.meta.url @param {() => Promise<unknown>} run
 */
export async function runAsScript(url, run) {
  if (!isMain(url)) return;
  process.stdout.write(`${described(await run()).join('\n')}\n`);
}

/** Whether a file was started directly and not imported. @param {string} url import.meta.url */
export const isMain = (url) => url === pathToFileURL(process.argv[1] ?? '').href && !process.send;
