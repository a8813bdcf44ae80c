import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { DECLARED, LIMITS } from './limits.js';

const ROOT = path.join(import.meta.dirname, '../../../../..');
const PAGE = path.join(ROOT, 'docs/reference/limits.md');
/** A test as `atEdge` makes it, at the beginning of a line: no comment, and no word in a text. */
const EDGE = /^ *atEdge\(\s*'(\w+)'/gm;

const INTRODUCTION = `# Limits

What Plinth accepts at most, and what to do beyond. This page is made from the list in \`packages/data/src/catalog/limits\`, which holds the figure of
every message that names one. A test asks for a test of the edge of each: as much is taken, and one more is refused with the cause and
what to do. Limits of [functions](../guide/functions.md#limits) and of [uploads per person](../self-hosting.md#limits) can be set, and are on their own pages.
`;

const END = `
A thousand columns of short texts are one row of PostgreSQL as long as the texts have up to seven letters each on average. A row with
more is refused with its line, and the others are imported.
`;

/** @param {string} name @param {number} value */
function asWritten(name, value) {
  if (!name.endsWith('Bytes') || name === 'rowBytes' || value < 10_000) return value.toLocaleString('en');
  return value >= 1024 ** 3 ? `${value / 1024 ** 3} GB` : `${value / 1024 ** 2} MB`;
}

function page() {
  const sections = Object.entries(DECLARED).map(([title, limits]) => {
    const rows = Object.entries(limits).map(
      ([name, [most, of, beyond]]) => `| \`${name}\` | ${asWritten(name, most)} | ${of} | ${beyond} |`,
    );
    return `\n## ${title}\n\n| Name | At most | Of what | Beyond it |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `${INTRODUCTION}${sections.join('')}${END}`;
}

/** By a limit: the files with a test of its edge. */
function testedLimits() {
  /** @type {Record<string, string[]>} */
  const tested = {};
  for (const file of globSync('{packages,plugins}/*/{src,test}/**/*.test.js', { cwd: ROOT }))
    for (const [, name] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(EDGE)) (tested[name] ??= []).push(file);
  return tested;
}

describe('the list of limits', () => {
  // PLINTH_WRITE_DOCS=1 writes the page anew after the list has changed.
  it('is the one that the documentation has, with what to do beyond each', () => {
    if (process.env.PLINTH_WRITE_DOCS) writeFileSync(PAGE, page());
    assert.equal(readFileSync(PAGE, 'utf8'), page(), 'run this test with PLINTH_WRITE_DOCS=1 and commit the file');
  });

  it('has each name once', () => {
    const names = Object.values(DECLARED).flatMap((limits) => Object.keys(limits));
    assert.deepEqual(names, Object.keys(LIMITS));
  });

  it('has a test of the edge of each, and no test is of a limit that is not in it', () => {
    assert.deepEqual(Object.keys(testedLimits()).sort(), Object.keys(LIMITS).sort());
  });
});
