import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ROOMS } from './import-rules.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MOST_LINES = 25;

for (const [house, rooms] of Object.entries(ROOMS)) {
  describe(`the rooms of ${house}`, () => {
    it('are all of its folders', () => {
      const folders = foldersIn(join(ROOT, house)).filter((name) => name !== 'testing');
      assert.deepEqual(folders, rooms.toSorted());
    });

    for (const room of rooms) {
      it(`${room} says in a few lines what it is for, what is where, and what it gives`, () => {
        const path = join(ROOT, house, room);
        const page = readFileSync(join(path, 'README.md'), 'utf8');
        assert.ok(page.split('\n').length <= MOST_LINES + 1, 'too long');
        for (const name of foldersIn(path)) assert.ok(page.includes(`\`${name}/\``), `says nothing of ${name}/`);
        for (const [, name] of page.matchAll(/^\| `([\w-]+)\/` \|/gm))
          assert.ok(existsSync(join(path, name)), `there is no ${name}/`);
        const given = /^\*\*Gives\*\* (.*)$/m.exec(page)?.[1] ?? '';
        assert.ok(given && /^\*\*Imports\*\* \S/m.test(page));
        const code = jsFiles(path).map((file) => readFileSync(file, 'utf8'));
        for (const [, name] of given.matchAll(/`(\w+)\(\)`/g))
          assert.ok(
            code.some((text) => new RegExp(`export (async )?function ${name}\\b|export const ${name}\\b`).test(text)),
            `nothing gives ${name}()`,
          );
      });
    }
  });
}

/** @param {string} path @returns {string[]} */
const foldersIn = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** @param {string} path @returns {string[]} */
const jsFiles = (path) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(path, file));
