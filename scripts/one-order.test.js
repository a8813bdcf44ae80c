import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
/** Both take the language of the machine. */
const ANY_LANGUAGE = /\.localeCompare\([^(),]*\)|new Intl\.Collator\(\s*\)/;
const APART = /test\.js$|\/(testing|test|vendor|node_modules)\//;

it('texts are sorted in a language that is named, with compareTexts of @plinth/plugin', () => {
  const found = ['packages', 'plugins']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file),
      ),
    )
    .filter((file) => file.endsWith('.js') && /\/(src|assets)\//.test(file) && !APART.test(file))
    .filter((file) => ANY_LANGUAGE.test(readFileSync(path.join(root, file), 'utf8')));
  assert.deepEqual(found, []);
});
