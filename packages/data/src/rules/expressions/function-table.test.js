import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { overloads } from '@plinth/expressions';
import { createForum } from '../../gate/rows/testing/forum.js';
import { fixed, sql } from '../../postgres/sql/index.js';
import { asColumn } from './formula-value.js';
import { edgesOf } from './testing/edge-values.js';
import { allCases, compareCase } from './testing/function-table.js';

/** East and west of Greenwich, with and without summer time, with quarters of an hour, and a day that was left out. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'];

/** @type {any} */
let forum;
before(async () => {
  forum = await createForum({ history: false });
});
after(() => forum?.close());

describe('functions and signs in SQL and in the evaluator', () => {
  const cases = allCases();

  it('are all in the table', () => {
    const names = new Set(cases.map(({ name }) => name.replace(/ of .*$/, '')));
    const missing = overloads.filter(({ id, literal }) => !literal && !names.has(id));
    assert.deepEqual(missing, []);
  });

  it('give the same for every edge value at every place', async (t) => {
    let compared = 0;
    /** @type {string[]} */
    const wrong = [];
    for (const one of cases) {
      const zones = [...one.params, one.result].some(({ name }) => name === 'moment') ? ZONES : ZONES.slice(0, 1);
      for (const zone of zones) {
        const found = await compareCase(forum, one, zone);
        compared += found.compared;
        wrong.push(...found.wrong);
      }
    }
    t.diagnostic(`${compared} cases`);
    assert.deepEqual(wrong.slice(0, 40), [], `${wrong.length} of ${compared}`);
    assert.ok(compared > 100_000);
  });

  it('keep every microsecond in the column of a formula', async () => {
    const edges = edgesOf({ name: 'duration' }).map(({ text }) => text);
    const kept = asColumn(fixed('v'), 'interval');
    const { rows } = await forum.data.db.query(sql`
      select v::text as value, trim_scale(extract(epoch from ${kept}) * 1000000)::text as kept
        from unnest(${[...edges, '35999999999999999', '999999999999999999']}::numeric[]) as v`);
    for (const row of rows) assert.equal(row.kept, row.value);
  });
});
