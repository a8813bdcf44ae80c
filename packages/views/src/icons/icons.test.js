import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { icon, iconNames } from './icons.js';

describe('icons', () => {
  it('draws a shipped icon hidden from screen readers', () => {
    assert.match(icon('home').text, /^<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path/);
  });

  it('draws a neutral dot for a name that is not shipped', () => {
    assert.equal(icon('no-such-icon'), icon('point'));
  });

  it('marks arrows that turn round in right-to-left text', () => {
    assert.match(icon('arrow-right').text, /icon-directed/);
    assert.doesNotMatch(icon('arrow-up').text, /icon-directed/);
  });

  it('offers enough names to choose from', () => {
    assert.ok(iconNames().length > 350);
  });

  it('holds no inline style, script or handler', () => {
    for (const name of iconNames()) assert.doesNotMatch(icon(name).text, /style=|<script|\son\w+=/, name);
  });

  it('ships every icon that code, templates and starter apps name', () => {
    const shipped = new Set(iconNames());
    assert.deepEqual(
      named().filter(({ name }) => !shipped.has(name)),
      [],
    );
  });
});

/** Icons named in a definition, a call or a document, with the file. */
function named() {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  return ['packages', 'plugins'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|ejs|json)$/.test(entry.name) && !entry.name.endsWith('.test.js'))
      .filter((entry) => !/node_modules|\/testing$|\/vendor$/.test(entry.parentPath))
      .flatMap((entry) => {
        const text = readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8');
        const found = text.matchAll(/(?:\bicon:\s*|\bicon\(|"icon":\s*)['"]([a-z0-9-]+)['"]/g);
        // A setting may be called so.
        return [...found].map(([, name]) => ({ name, file: entry.name })).filter(({ name }) => name !== 'icon');
      }),
  );
}
