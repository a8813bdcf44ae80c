import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const FILE = path.join(root, 'docs/reference/trust.md');
/** A test's or a group's name that begins with the ids of the checks it covers: 'Z6: ...', 'A1, A2: ...', 'A1 A2: ...'. */
const NAMED = /\b(?:it|test|describe)\(\s*(['"`])((?:[A-Z]\d{1,2}(?:,? )?)+): ((?:(?!\1)[^\\\n]|\\.)*)\1/g;
const AREAS = {
  A: 'Authentication and session',
  Z: 'Authorisation',
  I: 'Injection',
  F: 'Files',
  S: 'Sandboxed code and expressions',
  P: 'Plugins',
  B: 'Backups',
  C: 'Caches and workers',
  K: 'Crash faults',
  L: 'Load faults',
  M: 'What comes in',
  Y: 'Yours and the others’ (fairness)',
};

describe('the page of trust checks', () => {
  // PLINTH_WRITE_DOCS=1 writes the page anew after tests have come or gone.
  it('lists the tests of each check', () => {
    const text = page(found());
    if (process.env.PLINTH_WRITE_DOCS) writeFileSync(FILE, text);
    assert.doesNotMatch(text, /\$\{|\| … \|/, 'a name must say something without its placeholders');
    assert.equal(readFileSync(FILE, 'utf8'), text, 'run this test with PLINTH_WRITE_DOCS=1 and commit the page');
  });
});

/** @returns {{ id: string, name: string, file: string }[]} */
function found() {
  return ['packages', 'plugins', 'scripts', 'docs'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('test.js') && !entry.parentPath.includes('node_modules'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .flatMap(inFile),
  );
}

/** @param {string} file */
function inFile(file) {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(NAMED)].flatMap(([, , ids, name]) =>
    ids.split(/,? /).map((id) => ({ id, name: readable(name), file: path.relative(root, file) })),
  );
}

/** A name as text: each placeholder is "…", and one that only numbers or lists the case is left out. @param {string} name */
const readable = (name) =>
  name
    .replaceAll(/(?:\$\{(?:[^{}]|\{[^{}]*\})*\})+/g, '…')
    .replaceAll(/ ?\((?:…[ ,:]*)+\)|: …$/g, '')
    .replaceAll(/\\(.)/g, '$1');

/** @param {{ id: string, name: string, file: string }[]} tests */
function page(tests) {
  const parts = Object.entries(AREAS).map(([letter, title]) => {
    const own = tests
      .filter((test) => test.id[0] === letter)
      .sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
    if (own.length === 0) return '';
    const rows = own.map(({ id, name, file }) => `| ${id} | ${name.replaceAll('|', '\\|')} | \`${file}\` |`);
    return `## ${title}\n\n| check | what the test says | where |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  const ids = new Set(tests.map((test) => test.id));
  const intro =
    `# Trust checks\n\nMade from the names of the tests that carry a check's id; all of them run in \`npm test\` or, where the file is a\n` +
    `\`.long-test.js\`, in \`npm run test:long\`. An ellipsis (…) stands for the\n` +
    `part of a name that differs from case to case. Checks with a test: ${ids.size}.\n`;
  return [intro, ...parts.filter(Boolean)].join('\n');
}
