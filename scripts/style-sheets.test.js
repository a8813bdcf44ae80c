import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** As for scripts, see eslint.config.js. */
const MOST_LINES = 400;

it('no style sheet is longer than a file of code may be', () => {
  const files = globSync('{packages,plugins}/*/**/*.css', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|vendor)$/.test(path),
  });
  assert.ok(files.length > 50, `${files.length} style sheets found`);
  const long = files
    .map((file) => ({ file, lines: readFileSync(`${root}/${file}`, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES);
  assert.deepEqual(long, []);
});
