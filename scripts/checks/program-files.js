import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Tests, what others wrote, and what is measured. */
const APART = /test\.js$|\/(testing|test|vendor|node_modules|migrations|benchmarks)\//;

/**
 * The code of packages and plugins without its comments, for tests that look for what it must not use.
 *
 * @param {string} root of the repository @returns {{ file: string, text: string }[]} file: from the root
 */
export function programFiles(root) {
  return ['packages', 'plugins']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file),
      ),
    )
    .filter((file) => file.endsWith('.js') && /\/(src|assets)\//.test(file) && !APART.test(file))
    .map((file) => ({
      file,
      text: readFileSync(path.join(root, file), 'utf8').replace(/^\s*(\*|\/\/|\/\*).*$/gm, ''),
    }));
}
