import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mapPlinthUses, namesAllUses, plinthUses } from './plinth-uses.js';

const named = (/** @type {string} */ code) => plinthUses(code).map(({ kind, name }) => `${kind} ${name}`);
const SALARIES = ['table salaries'];

/** Code that says all it uses, and what that is. @type {[string, string[]][]} */
const PLAIN = [
  ['export default () => 1', []],
  ['export default input => input.n', []],
  ["export default (i, p) => p.rows('salaries')", SALARIES],
  ['export default async (i, p) => await p?.rows ("salaries").list()', SALARIES],
  ['export default async function (i, $) { return $.rows(`salaries`).list(); }', SALARIES],
  ["export default async function* all({ a = [1] }, p) { yield p.rows('salaries').list(); }", SALARIES],
  ["export default handle;\nfunction handle(i, p) { return p.rows('salaries'); }", SALARIES],
  ["export default (i, { rows, log }) => log(rows('salaries'))", SALARIES],
  ["export default (i, p) => { const { rows, user } = p; return rows('salaries', user); }", SALARIES],
  ["export default (i, p) => p.start('wf')", ['workflow wf']],
  ["export default (i, { start }) => start('wf', { row: 1 })", ['workflow wf']],
  ["export default async (i, plinth) => { const rows = await plinth.rows('salaries').list(); return rows; }", SALARIES],
  ['export default (i, p) => { switch (i.a) { default: return p.fail(`no ${i.a.p}`); } }', []],
];

/** Code that may use what it doesn't name. */
const HIDDEN = [
  "export default (i, p) => p['rows']('salaries')",
  "export default (i, p) => p.rows('sal' + 'aries')",
  "export default (i, p) => p.rows('notes' && 'salaries')",
  "export default (i, p) => p.rows('sal\\u0061ries')",
  "export default (i, p) => \\u0070.rows('salaries')",
  'export default (i, p) => p.rows(i.table)',
  'export default (i, p) => p.start(i.workflow)',
  'export default (i, p) => { const r = p.rows; return r(i.table); }',
  'export default (i, p) => { const q = p; return q.rows(i.table); }',
  'export default (i, p, q = p) => q.rows(i.table)',
  'export default (i, { rows: r }) => r(i.table)',
  'export default (i, { rows }) => rows(i.table)',
  'export default (i, { ...all }) => all.rows(i.table)',
  'export default (i, { constructor }) => constructor(i.table)',
  'export default (...all) => all[1].rows(all[0].table)',
  'export default function () { return arguments[1].rows("a" + 1); }',
  'export default (i, p) => ({ ...p }).rows(i.table)',
  'export default (i, p) => eval(i.code)',
  "import { far } from 'app/far';\nexport default (i, p) => far(p)",
  'export default ((i, p) => p.rows(i.table))',
  'const own = (i, p) => p.rows(i.table);\nexport default own',
  'const own = (i, p) => p.rows(i.table);\nexport { own as default }',
  '/* export default (i) => 1 */ export default (i, p) => p.rows(i.table)',
  '/* function own() {} */ const own = (i, p) => p.rows(i.table);\nexport default own',
  'export default (i /*, ( */, p) => p.rows(i.table)',
  'export default wrap((i, p) => p.rows(i.table))',
  'export default (i, p) => p/**/.rows(i.table)',
];

describe('what a function uses of plinth', () => {
  for (const [code, uses] of PLAIN)
    it(`P1: is named in ${code}`, () => {
      assert.deepEqual(named(code), uses);
      assert.equal(namesAllUses(code), true);
    });

  for (const code of HIDDEN) it(`P1: is not all named in ${code}`, () => assert.equal(namesAllUses(code), false));

  it('can be given other names, and what only looks like it keeps its own', () => {
    const code = "export default (i, p) => [p.rows('a'), p.start('a'), i.timer.start('a'), p.rows('a', 'a')];";
    assert.equal(
      mapPlinthUses(code, ({ kind, name }) => `${kind}_${name}`),
      "export default (i, p) => [p.rows('table_a'), p.start('workflow_a'), i.timer.start('a'), p.rows('table_a', 'a')];",
    );
  });

  it('is found in long code in no time that grows with its square', () => {
    const code = `export default (i, p) => [${"p.rows('a'), ".repeat(4000)}${'('.repeat(20_000)}`;
    assert.equal(plinthUses(code).length, 4000);
    assert.equal(namesAllUses(code), true);
  });
});
