import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readExpression } from '@plinth/expressions';
import { SYSTEM } from '../../gate/rows/testing/forum.js';
import { answers, compare } from './testing/agreement.js';
import { allCases } from './testing/function-table.js';
import { heaviest, nested, planOf } from './testing/nesting.js';
import { createPlayground } from './testing/playground.js';

/** The grammar allows 40 calls in each other, and as many signs in a row as there are parts. */
const DEPTHS = [4, 8, 16, 32];
const MORE = [64, 128];
const SIGNS = /^(add|subtract|multiply|divide|modulo|and|or)\b/;
const MEGABYTE = 1024 * 1024;
const VISITOR = { id: null, roles: [], signedIn: false };

/** @type {any} */
let forum;
before(async () => {
  forum = await createPlayground({ rows: 1 });
});
after(() => forum?.close());

describe('the SQL of nested expressions', () => {
  const cases = allCases();

  it('L8: every function and sign gives a plan that grows linearly with nesting', async () => {
    /** @type {string[]} */
    const wrong = [];
    for (const one of cases) {
      for (const position of one.params.keys()) {
        const found = await growthOf(one, position);
        if (found) wrong.push(`${one.name}, argument ${position + 1}: ${found}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  it('L8: the heaviest expressions that are allowed take less than 64 MB to plan', async () => {
    /** @type {string[]} */
    const wrong = [];
    for (const one of cases) {
      const { memory } = await planOf(forum, heaviest(one));
      if (memory > 64 * MEGABYTE) wrong.push(`${one.name}: ${Math.round(memory / MEGABYTE)} MB`);
    }
    assert.deepEqual(wrong, []);
  });
});

describe('the SQL of many questions over related rows', () => {
  it('L8: joins only a few of them, because planning time grows exponentially with joins', async () => {
    const catalog = forum.data.catalog();
    const scope = { catalog, table: catalog.table('things') };
    for (const question of ['row.parts.exists(p, p.thing.parent.count > 1)', '!row.parts.all(p, p.amount > 1)']) {
      const { tree } = readExpression(Array(40).fill(question).join(' && '), scope);
      const { subPlans, memory } = await planOf(forum, tree);
      assert.ok(subPlans >= 30, `${subPlans} of 40 questions are asked row by row`);
      assert.ok(memory < 16 * MEGABYTE, `${memory} bytes`);
    }
  });

  it('L8: does so for filters of many conditions too', async () => {
    const child = { child: 'parts.thing', where: { field: 'amount', op: 'gt', value: 1 } };
    const ask = (/** @type {number} */ times) => {
      const spec = { table: 'things', select: [], where: { all: Array(times).fill(child) }, sort: [], limit: 10 };
      return forum.data.select(SYSTEM, [{ spec, params: {} }]);
    };
    const [[one], [many]] = await Promise.all([ask(1), ask(60)]);
    assert.deepEqual(many.rows, one.rows);
  });
});

describe('texts that expressions make', () => {
  const thousand = 'padStart("", 1000, "ab")';
  const most = 'padStart("", 1000, "😀").replace("😀", padStart("", 100, "ä😀"))';

  it('L8: have at most 100,000 characters, in SQL as in the evaluator', async () => {
    for (const text of [
      most,
      `(${most} + string(row.id))`,
      `(string(row.id) + ${most})`,
      `(${most} + ${most} + "b")`,
      `join([${most}, "a", "b"], "-")`,
      `join(["a", "b"], ${most})`,
      // One character more, and a thousand times more than memory holds.
      'padStart("", 1000, "b").replace("b", padStart("", 100, "ab")).replace("ab", "xyz")',
      `${thousand}.replace("a", ${thousand}).replace("b", ${thousand}).replace("a", ${thousand})`,
      `${thousand}.replace("ab", "").replace("", "x")`,
      `(string(row.id) + ${most}).replace("ä", "").replace("😀", string(row.id))`,
    ])
      for (const asked of [`size(${text})`, `right(${text}, 3)`, `${text} == null`])
        await compare(forum, asked, VISITOR);
  });

  it('L8: are cut where texts are joined, and empty where a replacement makes them too long', async () => {
    const held = [
      `size(${most}) == 100000 && size(${most} + "b") == 100000 && right(${most} + "b", 1) == "😀"`,
      `${most}.replace("ä", "ab") == null && size(${most}.replace("ä", "b")) == 100000`,
    ];
    for (const source of held) {
      const { rows } = await answers(forum, source, VISITOR);
      assert.equal(rows[0].held, true, source);
    }
  });
});

/**
 * From one depth to the next, as long as it grows linearly: what does not must not fill the memory here.
 *
 * @param {import('./testing/function-table.js').Case} one @param {number} position
 */
async function growthOf(one, position) {
  let last = await planOf(forum, nested(one, position, DEPTHS[0] / 2));
  for (const depth of SIGNS.test(one.name) ? [...DEPTHS, ...MORE] : DEPTHS) {
    const plan = await planOf(forum, nested(one, position, depth));
    // The first levels are short enough to be repeated.
    if (plan.size > (depth === DEPTHS[0] ? 3 : 2.4) * last.size)
      return `${last.size} characters become ${plan.size} at ${depth} levels`;
    if (plan.memory > 16 * MEGABYTE) return `${plan.memory} bytes at ${depth} levels`;
    last = plan;
  }
  return null;
}
