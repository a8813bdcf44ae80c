import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readExpression } from '../src/index.js';
import { sampleCatalog } from '../src/testing.js';

const PAGE = new URL('../../../docs/reference/expressions.md', import.meta.url);

/** Rows of the table with what to write instead, as the codes of both columns. @returns {[string[], string[]][]} */
function rowsOfTable() {
  const [, table] = readFileSync(PAGE, 'utf8').split('| Not | But |\n| --- | --- |\n');
  const lines = table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const codes = (/** @type {string} */ cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
  return lines.map((line) => {
    const [, not, but] = line.split(' | ').length === 2 ? ['', ...line.slice(2, -2).split(' | ')] : [];
    return [codes(not ?? ''), codes(but ?? '')];
  });
}

const scope = { catalog: sampleCatalog(), table: null };

describe('what CEL has and expressions here have not', () => {
  const rows = rowsOfTable();

  it('is on one page', () => {
    assert.ok(rows.length >= 20);
    for (const [not, but] of rows) assert.ok(not.length > 0 && but.length > 0, JSON.stringify([not, but]));
    const all = rows.flatMap(([not]) => not).join('\n');
    for (const part of ['.5', '][0]', '] + [']) assert.ok(all.includes(part), part);
  });

  for (const [not, but] of rows) {
    for (const source of not)
      it(`${source} is refused, and the error says what is expected`, () => {
        assert.throws(
          () => readExpression(source, scope),
          (/** @type {any} */ error) => error.code === 'EXPRESSION_INVALID' && String(error.hint).length > 10,
        );
      });
    for (const source of but) it(`${source} works`, () => void readExpression(source, scope));
  }
});
