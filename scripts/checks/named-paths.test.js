import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// What newcomers read first must lead somewhere.
for (const paper of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']) {
  it(`${paper} names files and folders that exist`, () => {
    const text = readFileSync(join(ROOT, paper), 'utf8');
    const paths = [...text.matchAll(/`((?:packages|plugins|scripts|docs|benchmarks)\/[\w./-]+)`/g)].map(
      ([, path]) => path,
    );
    const links = [...text.matchAll(/\]\((?!https?:)([\w./-]+)/g)].map(([, path]) => path);
    assert.deepEqual(
      [...paths, ...links].filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
  });
}
