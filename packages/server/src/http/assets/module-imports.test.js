import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createImports } from './module-imports.js';

it('the imports of modules are found through all others, each once, in a circle too', () => {
  const files = Object.entries({
    'own/a.js':
      "import './deep/b.js';\nimport { c } from '../kit/c.js';\nexport const later = () => import('./d.js');\n",
    'own/deep/b.js': "import { c } from '../../kit/c.js';\nimport '../a.js';\nimport './none.js';\n",
    'kit/c.js': 'export const c = 1;\n',
    'own/d.js': 'export {};\n',
  }).map(([name, text]) => [name, { bytes: Buffer.from(text) }]);
  const imports = createImports(/** @type {any} */ (new Map(/** @type {any} */ (files))));
  assert.deepEqual(imports(['own/a.js']), ['own/deep/b.js', 'kit/c.js']);
  assert.deepEqual(imports(['own/a.js', 'own/deep/b.js']), ['kit/c.js']);
  assert.deepEqual(imports(['own/d.js', 'elsewhere.js']), []);
});
