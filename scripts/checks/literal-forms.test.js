import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The one file of the admin that prints the beginning of a form. */
const PRINTER = 'packages/admin/src/frame/forms.js';
const FORM = /<form[\s$<>]/;

/** Code and templates of the admin that print HTML. */
const files = () =>
  ['packages/admin/src', 'packages/builder/src']
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /(?<!test)\.(js|ejs)$/.test(file));

describe('forms of the admin', () => {
  it('are printed by frame/forms: no screen and no template writes the tag itself', () => {
    const all = files();
    assert.ok(all.length > 400, String(all.length));
    const literal = all.filter((file) => FORM.test(readFileSync(path.join(ROOT, file), 'utf8')));
    assert.deepEqual(literal, [PRINTER], 'use formTag, openForm or form of frame/index.js');
  });

  it('would be found', () => {
    for (const text of [
      '<form method="post">',
      '<form${attrs({})}>',
      '<form\n  class="a">',
      '<form>',
      '<form<% if (a) %>',
    ])
      assert.match(text, FORM);
    assert.doesNotMatch('<formula>', FORM);
  });
});
