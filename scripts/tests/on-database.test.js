import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findTests } from './find-tests.js';
import { onDatabase } from './on-database.js';

const FILES = {
  'plain.test.js': `import assert from 'node:assert/strict'; import { x } from './plain.js';`,
  'plain.js': `export { x } from './circle.js';`,
  'circle.js': `import './plain.js'; import './nothing-here.js'; export const x = 1;`,
  'far.test.js': `import { y } from './near.js';`,
  'near.js': `export const y = async () => await import('./cluster.js');`,
  'cluster.js': `export const cluster = () => sharedCluster();`,
  'package.test.js': `import { createTestDatabase } from '@plinth/data/testing';`,
};

/** @type {string} */
let root;
before(() => {
  root = mkdtempSync(join(tmpdir(), 'plinth-on-database-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text);
});
after(() => rmSync(root, { recursive: true, force: true }));

describe('onDatabase', () => {
  it('keeps what reaches a cluster by any way of imports, not what does without', () => {
    const tests = Object.keys(FILES).filter((name) => name.endsWith('.test.js'));
    assert.deepEqual(onDatabase(root, tests), ['far.test.js', 'package.test.js']);
  });

  it('leaves out none of the repository that names a database', () => {
    const all = fileURLToPath(new URL('../..', import.meta.url));
    const files = findTests(all, { paths: [join(all, 'packages/data/src')] });
    const kept = onDatabase(all, files);
    const naming = files.filter((file) =>
      /\b(createTestDatabase|createDatabase|forumSite|editSite|PLINTH_TEST_DATABASE)\(/.test(
        readFileSync(join(all, file), 'utf8'),
      ),
    );
    assert.ok(naming.length > 30, String(naming.length));
    assert.deepEqual(
      naming.filter((file) => !kept.includes(file)),
      [],
    );
    assert.ok(kept.length > files.length / 2, `${kept.length} of ${files.length}`);
    assert.ok(!kept.includes('packages/data/src/catalog/field-types/text.test.js'));
  });
});
