import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { it } from 'node:test';

const folder = new URL('./assets/', import.meta.url);

it('describes each class of the admin in one style sheet: two meanings of a name would meet on a screen', async () => {
  /** @type {Map<string, Set<string>>} */
  const places = new Map();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.css'))) {
    const text = (await readFile(new URL(file, folder), 'utf8')).replace(/\/\*[^]*?\*\//g, '');
    for (const [, name] of text.matchAll(/(?:^|[},])\s*\.(adm-[a-z0-9-]+)(?=\s*[,{])/g)) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  const twice = [...places]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `${name}: ${[...files].join()}`);
  assert.ok(places.size > 100);
  assert.deepEqual(twice, []);
});
