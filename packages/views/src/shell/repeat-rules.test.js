import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inlineImports } from './inline-imports.js';
import { repeatRules } from './repeat-rules.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

it('prints the rules of a scale once for each of its items', () => {
  const css = 'a {\n}\n@each 9 to 11 {\n  .w-_n_ {\n    top: calc(_n_ + 1);\n  }\n}\nb {\n}\n';
  const rule = (/** @type {number} */ n) => `  .w-${n} {\n    top: calc(${n} + 1);\n  }\n`;
  assert.equal(repeatRules(css), `a {\n}\n${rule(9)}${rule(10)}${rule(11)}b {\n}\n`);
  assert.equal(repeatRules('@each a f(1, 2), b 3 4 {\n.x-_name_ _value_\n}\n'), '.x-a f(1, 2)\n.x-b 3 4\n');
  assert.equal(repeatRules('@each -1 to 0 {\nx_n_\n}\n'), 'x-1\nx0\n');
});

it('leaves none in the sheets that browsers get', () => {
  const files = globSync('{packages,plugins}/*/**/assets/**/*.css', { cwd: root }).filter(
    (file) => !/node_modules|vendor/.test(file),
  );
  assert.ok(files.length > 50, `${files.length} style sheets found`);
  const left = files.filter((file) => /@each|_(n|name|value)_/.test(inlineImports(pathToFileURL(`${root}/${file}`))));
  assert.deepEqual(left, []);
});
