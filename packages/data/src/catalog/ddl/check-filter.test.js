import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openSite } from '../../edits/definitions/testing/edit-site.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
  await site.table('things', [
    { name: 'number', type: 'integer' },
    { name: 'other', type: 'integer' },
    { name: 'price', type: 'money' },
    { name: 'day', type: 'date' },
    {
      name: 'tags',
      type: 'multi_select',
      attributes: { options: ['a', 'b'].map((value) => ({ value, label: value })) },
    },
    { name: 'long', type: 'duration' },
    { name: 'many', type: 'many_to_many', attributes: { table: 'users' } },
  ]);
});
after(() => site.close());

/** @param {any} where */
const rule = (where) =>
  site.edit('set-constraints', { table: 'things', constraints: where ? [{ kind: 'check', where, message: '' }] : [] });

/** @param {string} columns @param {string} values */
const insert = (columns, values) => site.rows(`insert into app.things (${columns}) values (${values})`);

describe('check constraints from filters', () => {
  /** filter, columns, values that pass, values that must not */
  const cases = /** @type {[any, string, string[], string[]][]} */ ([
    [{ field: 'number', op: 'eq', value: 3 }, 'number', ['3', 'null'], ['4']],
    [{ field: 'number', op: 'ne', value: '3' }, 'number', ['4'], ['3']],
    [{ field: 'price', op: 'gte', value: '1.50' }, 'price', ['1.5'], ['1.49']],
    [{ field: 'day', op: 'lt', value: '2026-02-01' }, 'day', [`'2026-01-31'`], [`'2026-02-01'`]],
    [{ field: 'long', op: 'lte', value: 90 }, 'long', [`'90 seconds'`], [`'91 seconds'`]],
    [{ field: 'number', op: 'in', value: [1, 2] }, 'number', ['2'], ['3']],
    [{ field: 'title', op: 'contains', value: "O'C%" }, 'title', [`'x o''c% y'`], [`'o''cx'`]],
    [{ field: 'title', op: 'starts', value: 'AB' }, 'title', [`'abc'`], [`'cab'`]],
    [{ field: 'title', op: 'ends', value: 'YZ%' }, 'title', [`'xyz%'`, 'null'], [`'yz%x'`, `'z%'`]],
    [{ field: 'title', op: 'lacks', value: 'AB' }, 'title', [`'ba'`, 'null'], [`'cab'`]],
    [{ field: 'tags', op: 'lacks', value: 'a' }, 'tags', [`'{b}'`, `'{}'`], [`'{b,a}'`]],
    [{ field: 'tags', op: 'has', value: 'a' }, 'tags', [`'{a,b}'`], [`'{b}'`]],
    [{ field: 'title', op: 'filled' }, 'title', [`'x'`], ['null']],
    [{ field: 'title', op: 'empty' }, 'title', ['null'], [`'x'`]],
    [{ field: 'number', op: 'lt', value: { path: 'other' } }, 'number, other', ['1, 2', '1, null'], ['2, 2']],
    [
      { any: [{ field: 'number', op: 'gt', value: 5 }, { not: { field: 'other', op: 'filled' } }] },
      'number, other',
      ['6, 1', '1, null'],
      ['5, 1'],
    ],
    [
      {
        all: [
          { field: 'number', op: 'gt', value: 1 },
          { field: 'number', op: 'lt', value: -1 },
        ],
      },
      'number',
      ['null'],
      ['0', '2', '-2'],
    ],
  ]);
  for (const [filter, columns, good, bad] of cases) {
    it(`${JSON.stringify(filter)} passes exactly the right rows`, async () => {
      await rule(filter);
      for (const values of good) await insert(columns, values);
      for (const values of bad) await assert.rejects(insert(columns, values), { code: '23514' }, values);
      await rule(null);
      await site.rows('delete from app.things');
    });
  }

  it('compare with values that look like names in our own texts', async () => {
    const value = `"@${site.data.catalog().table('things').field('number').id}"`;
    await rule({ field: 'title', op: 'ne', value });
    await insert('title', `'@number'`);
    await assert.rejects(insert('title', `'${value}'`), { code: '23514' });
    await rule(null);
    await site.rows('delete from app.things');
  });

  it('refuse filters that are not constant or not about the row', async () => {
    for (const filter of [
      { field: 'number', op: 'eq', value: { param: 'x' } },
      { field: 'number', op: 'eq', value: { user: 'id' } },
      { field: 'day', op: 'lt', value: { today: true } },
      { field: 'many.name', op: 'eq', value: 'x' },
      { field: 'many', op: 'has', value: 'x' },
      { child: 'things.many', where: { field: 'title', op: 'filled' } },
    ]) {
      await assert.rejects(rule(filter), { code: 'CONSTRAINT_INVALID', status: 422 }, JSON.stringify(filter));
    }
    await assert.rejects(rule({ field: 'number', op: 'eq', value: 'three' }), { status: 422 });
    await assert.rejects(rule({ field: 'gone', op: 'eq', value: 1 }), { code: 'INPUT_INVALID' });
  });

  it('refuse a rule that rows break already, with how many', async () => {
    await insert('number', '1), (2), (3');
    await assert.rejects(rule({ field: 'number', op: 'gt', value: 1 }), {
      code: 'CONSTRAINT_VIOLATED',
      message: /One row of/,
    });
    await assert.rejects(
      site.edit('set-constraints', {
        table: 'things',
        constraints: [
          { kind: 'unique', fields: ['title', 'number'], message: '' },
          { kind: 'unique', fields: ['number', 'number'], message: '' },
        ],
      }),
      { code: 'INPUT_INVALID' },
    );
  });
});
