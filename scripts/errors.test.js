import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Codes that the source can throw: the first argument of an AppError, or of a helper that makes one. */
const THROWN = /\b(?:new AppError|conflict|refuse|invalid|failure|problem)\(\s*'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g;

/** @param {string} folder @returns {string[]} */
function sources(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.js$/.test(entry.name) && !/test\.js$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/](node_modules|assets|testing)[\\/]/.test(path));
}

const page = readFileSync(join(root, 'docs/reference/errors.md'), 'utf8');
const documented = new Set([...page.matchAll(/^\| ([A-Z][A-Z0-9_]+) \| \d/gm)].map((match) => match[1]));
const texts = [...sources('packages'), ...sources('plugins')].map((path) => readFileSync(path, 'utf8'));

describe('error codes', () => {
  it('each code that can be thrown has its row', () => {
    const thrown = new Set(texts.flatMap((text) => [...text.matchAll(THROWN)].map((match) => match[1])));
    assert.deepEqual([...thrown].filter((code) => !documented.has(code)).sort(), []);
  });

  it('each row has its code in the source', () => {
    assert.deepEqual(
      [...documented].filter((code) => !texts.some((text) => text.includes(`'${code}'`))),
      [],
    );
  });
});
