import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { functions } from '@plinth/expressions';
import { sqlFunctions } from './sql-functions.js';
import { compare, compareMany } from './testing/agreement.js';
import { compareFormulas } from './testing/formula-agreement.js';
import { createPlayground } from './testing/playground.js';

/** @type {Awaited<ReturnType<typeof createPlayground>>} */
let forum;
before(async () => {
  forum = await createPlayground();
});
after(() => forum?.close());

describe('expressions in SQL', () => {
  it('know every function', () => {
    const wanted = functions.flatMap(({ overloads }) =>
      overloads.filter(({ literal }) => !literal).map(({ id }) => id),
    );
    assert.deepEqual(
      wanted.filter((id) => !Object.hasOwn(sqlFunctions, id)),
      [],
    );
  });

  it('equal the evaluator’s result: 1,000 generated cases', async () => {
    const compared = await compareMany(forum, { expressions: 60, seed: 20261121 });
    assert.ok(compared >= 1000, `${compared} cases`);
  });

  it('equal the evaluator’s result for CEL’s own cases that apply', async () => {
    const file = new URL('../../test/conformance.json', import.meta.resolve('@plinth/expressions/run'));
    const { groups } = JSON.parse(readFileSync(file, 'utf8'));
    const user = { id: null, roles: ['public'], signedIn: false };
    const cases = Object.values(groups)
      .flat()
      .filter((/** @type {any} */ { refused }) => !refused);
    for (const { expression } of /** @type {any[]} */ (cases)) await compare(forum, expression, user);
    assert.ok(cases.length > 100);
  });

  it('are the same as formula fields: in lists, filters and orders', async () => {
    const compared = await compareFormulas(forum, { formulas: 6, seed: 20261121 });
    assert.ok(compared >= 400, `${compared} cases`);
  });

  it('fill up like the evaluator, also to a length that is empty or past the longest', async () => {
    const user = { id: null, roles: [], signedIn: false };
    for (const length of ['weekday(row.due)', 'row.count', '-1', '3000', '99999999999'])
      for (const text of ['row.title', 'padStart(row.title, 1200, "ab")', 'row.title + padStart("", 1000, row.title)'])
        await compare(forum, `padStart(${text}, ${length}, "xyz")`, user);
  });

  it('change case like the evaluator', async () => {
    const user = { id: null, roles: [], signedIn: false };
    for (const source of ['lower(row.title)', 'upper(row.title)', 'upper(lower(row.note))'])
      await compare(forum, source, user);
  });
});
