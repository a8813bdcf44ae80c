import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** As ESLint allows a source file; it doesn't read declarations. */
const MOST_LINES = 400;

describe('declarations of types', () => {
  it('are in files of at most 400 lines', () => {
    const files = ['packages', 'plugins', 'scripts', 'benchmarks'].flatMap(declarationsIn);
    assert.ok(files.some((file) => file.endsWith('packages/plugin/src/index.d.ts')));
    const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length - 1 > MOST_LINES);
    assert.deepEqual(long, [], 'split them by concept, and re-export the parts');
  });
});

/** @param {string} folder */
function declarationsIn(folder) {
  return readdirSync(`${root}${folder}`, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.d.ts'))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((file) => !/\/(node_modules|vendor)\//.test(file));
}
