import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from './testing/forum.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum();
  const { data, staff, people } = forum;
  const topics = [
    { title: 'a', priority: 1, author: people.ada, starts: '2026-10-31T23:30:00Z', due: '2026-10-31' },
    { title: 'b', priority: 2, author: people.ada, starts: '2026-11-02T10:00:00Z', due: '2026-11-02' },
    { title: 'c', priority: 4, author: people.ben, starts: '2026-11-03T10:00:00Z', due: '2026-11-03' },
    { title: 'd', author: null },
  ];
  for (const topic of topics) await data.rows.insert(staff, 'topics', topic);
});
after(() => forum.close());

/** @param {any[]} groups @param {any} [more] @param {any} [actor] */
async function ask(groups, more = {}, actor = forum.staff) {
  const spec = { table: 'topics', select: [], groups, totals: [{ as: 'n', aggregate: 'count' }], ...more };
  const [result] = await forum.data.select(actor, [{ spec, params: {} }]);
  return result;
}

describe('groups', () => {
  it('count the rows of each value, those without one last', async () => {
    const { rows, count } = await ask([{ as: 'who', field: 'author', label: true }]);
    assert.deepEqual(
      rows.map(({ who, n }) => [who, n]),
      [
        ['ada', 2],
        ['ben', 1],
        [null, 1],
      ],
    );
    assert.equal(count, 3);
  });

  it('sum up numbers, by two fields at once', async () => {
    const totals = [{ as: 'sum', aggregate: 'sum', field: 'priority' }];
    const { rows } = await ask(
      [
        { as: 'who', field: 'author.name' },
        { as: 'due', field: 'due', step: 'month' },
      ],
      { totals },
    );
    assert.deepEqual(
      rows.map(({ who, due, sum }) => [who, due, sum]),
      [
        ['ada', '2026-10-01', 1],
        ['ada', '2026-11-01', 2],
        ['ben', '2026-11-01', 4],
        [null, null, null],
      ],
    );
  });

  it('cut moments to months of the site’s time zone', async () => {
    await forum.data.edit(SYSTEM, 'change-settings', { changes: { timeZone: 'Europe/Berlin' } });
    const { rows } = await ask([{ as: 'month', field: 'starts', step: 'month' }]);
    assert.deepEqual(
      rows.map(({ month, n }) => [month, n]),
      [
        ['2026-11-01', 3],
        [null, 1],
      ],
    );
  });

  it('hold only rows that the reader may see', async () => {
    const { rows } = await ask([{ as: 'who', field: 'author.name' }], {}, forum.ada);
    assert.ok(rows.length > 0 && rows.every(({ who }) => who === 'ada'), JSON.stringify(rows));
  });

  it('respect the limit, and report when there are more', async () => {
    const { rows, count } = await ask([{ as: 'title', field: 'title' }], { limit: 2 });
    assert.deepEqual([rows.length, count], [2, null]);
  });

  it('refuse what can’t be grouped', async () => {
    const wrong = [
      [[{ as: 'x', field: 'nothing' }], {}],
      [[{ as: 'x', field: 'tags' }], {}],
      [[{ as: 'x', field: 'title', step: 'day' }], {}],
      [[{ as: 'x', field: 'due', step: 'hour' }], {}],
      [[{ as: 'n', field: 'due' }], {}],
      [[{ as: 'x', field: 'due' }], { select: [{ as: 'title', field: 'title' }] }],
    ];
    for (const [groups, more] of wrong) {
      await assert.rejects(ask(/** @type {any} */ (groups), more), { status: 422 }, JSON.stringify(groups));
    }
  });
});
