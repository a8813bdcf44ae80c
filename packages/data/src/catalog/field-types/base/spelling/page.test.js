import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { readLocales, translator } from '@plinth/plugin';
import { fieldTypes } from '../../index.js';
import { SPELLINGS } from './spellings.js';

const FILE = new URL('../../../../../../../docs/reference/spellings.md', import.meta.url);

const t = translator([readLocales(new URL('../../../../../locales/', import.meta.url))], 'en');

const INTRODUCTION = `# Spellings

Forms, cells, pasting, CSV and Excel files, the API, default values, functions and a text field that becomes another type
read values alike. These lists are the ones that the tests use for each of these ways.

**Where a text says two things**, such as \`1,234\` or \`03/04/2026\`, forms and cells read what the reader's language means by
it, and an import asks once for the whole column. Everything else refuses it. What can be read in one way only, such as
\`11/28/2026\` or \`1.234,56\`, is read everywhere, also beside other spellings in the same column.

**No value** is an empty text, and what programs write for it: \`\\N\` (PostgreSQL), \`NULL\`, \`#N/A\` and \`#NV\` (Excel). In text
fields these are texts like any other, except for \`\\N\` without quotation marks in a CSV file. What people write (\`n/a\`, \`-\`,
\`unknown\`) is not taken for empty, because a dash may also mean zero: an import counts such cells and asks what to do.

**Years with two digits** are from 1970 to 2069. A date and time without a time zone is in the site's. Times have no fraction
of a second; a month or a year is no duration, because it has no fixed length.
`;

/** @param {string} text as code in a cell of a table */
function code(text) {
  if (text.trim() === '') return 'blanks';
  const plain = text.trim().replaceAll('|', '\\|');
  return plain.includes('`') ? `\`\` ${plain} \`\`` : `\`${plain}\``;
}

/** @param {any} value */
const shown = (value) => (value === null ? 'empty' : code(typeof value === 'string' ? value : JSON.stringify(value)));

/** @param {string[]} texts */
const listed = (texts) => [...new Set(texts.map(code))].join(', ');

function page() {
  const sections = Object.entries(SPELLINGS).map(([name, { spellings, refused }]) => {
    const label = t(fieldTypes.find((type) => type.name === name)?.label ?? name);
    const rows = spellings.map(({ value, written }) => `| ${shown(value)} | ${listed(written)} |`);
    return `## ${label}\n\n| Value | Written |\n| --- | --- |\n${rows.join('\n')}\n| refused | ${listed(refused)} |\n`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}

// PLINTH_WRITE_DOCS=1 writes the page anew after the list has changed.
test('docs/reference/spellings.md says what is read', () => {
  if (process.env.PLINTH_WRITE_DOCS) writeFileSync(FILE, page());
  assert.equal(readFileSync(FILE, 'utf8'), page(), 'run this test with PLINTH_WRITE_DOCS=1 and commit the file');
});
