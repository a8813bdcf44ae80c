import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createPlayground } from '../expressions/testing/playground.js';
import { SYSTEM } from '../../gate/rows/testing/forum.js';
import { asCondition, predicate, USER_PARAM } from './index.js';
import { toStatement } from '../../postgres/sql/index.js';

/** @type {Awaited<ReturnType<typeof createPlayground>>} */
let forum;
before(async () => {
  forum = await createPlayground({ rows: 5 });
});
after(() => forum?.close());

/** Rules and how many other places each has to look at. @type {[string, number][]} */
const RULES = [
  ['row.person == user.id', 0],
  ['row.done != true && row.count > 3', 0],
  ['"staff" in user.roles || row.person == user.id', 0],
  ['row.parent.person == user.id', 1],
  ['row.owner_row.chief == user.id', 1],
  // One for each relation that it walks.
  ['row.parent.owner_row.chief == user.id', 2],
  ['user.id in row.friends', 1],
  ['row.friends.exists(f, f.id == user.id)', 1],
  ['row.parts.exists(p, p.amount > 1)', 1],
  ['row.parent.friends.exists(f, f.id == user.id)', 1],
  ['row.person == user.id || row.parent.person == user.id', 1],
];

describe('the cost of a rule', () => {
  for (const [rule, looks] of RULES)
    it(`${rule}: ${looks} at most`, async () => {
      await forum.data.edit(SYSTEM, 'set-access', { table: 'things', access: { user: { read: { rule } } } });
      const condition = asCondition(predicate(forum.ada, forum.data.catalog().table('things'), 'read', 't'));
      const { text } = toStatement(condition, { [USER_PARAM]: forum.ada.userId });
      assert.ok((text.match(/\(select\b/g) ?? []).length <= looks, text);
    });
});
