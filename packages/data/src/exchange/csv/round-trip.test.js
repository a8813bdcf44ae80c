import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { exportedValues as TYPES } from './testing/exported-values.js';

/** @type {any} */
let forum;
before(async () => {
  forum = await createForum({ history: false });
  await forum.data.edit(SYSTEM, 'add-table', { name: 'targets', fields: [{ name: 'title', type: 'text' }] });
  await forum.data.rows.insertMany(SYSTEM, 'targets', [{ title: '=one' }, { title: 'two; three' }]);
});
after(() => forum?.close());

/** All rows as the gate gives them. @param {string} table */
async function valuesIn(table) {
  const select = [{ as: 'value', field: 'value' }];
  const [{ rows }] = await forum.data.select(SYSTEM, [
    { spec: { table, select, sort: [{ field: 'id' }], limit: 100 }, params: {} },
  ]);
  return rows.map((/** @type {any} */ { value }) => value);
}

describe('an export that is imported again', () => {
  it('knows every type of a field', () => {
    const types = [...forum.data.registry.all('fieldType')].map(({ name }) => name);
    assert.deepEqual(
      Object.keys(TYPES).toSorted(),
      types.filter((name) => !['file', 'image', 'auto_number'].includes(name)).toSorted(),
    );
  });

  for (const [type, { attributes = {}, values }] of Object.entries(TYPES)) {
    it(`I8: gives the same values of type ${type}, and empty ones, alone and beside others`, async () => {
      const { data, admin, ada, ben } = forum;
      const fields = [
        { name: 'value', type, attributes },
        { name: 'note', type: 'text' },
      ];
      const people = /** @type {Record<string, any>} */ ({ ADA: ada.userId, BEN: ben.userId });
      const given = [...values, null].map((value) => (typeof value === 'string' ? (people[value] ?? value) : value));
      const from = `from_${type}`;
      await data.edit(SYSTEM, 'add-table', { name: from, fields });
      const made = await data.rows.insertMany(
        SYSTEM,
        from,
        given.map((value) => ({ value, note: 'x' })),
      );
      assert.deepEqual(made.errors, []);
      for (const names of [['value'], ['note', 'value']]) {
        const into = `into_${type}_${names.length}`;
        await data.edit(SYSTEM, 'add-table', { name: into, fields });
        const csv = await text(await data.csv.export(admin, { table: from, fields: names }));
        const { columns } = await data.csv.inspect(Readable.from([csv]), { table: into, header: true });
        assert.deepEqual(
          columns.map((/** @type {any} */ column) => column.field),
          names,
        );
        const result = await data.csv.import(admin, Readable.from([csv]), {
          table: into,
          columns,
          mode: 'all-or-nothing',
          header: true,
        });
        assert.deepEqual(result.rejected, [], csv);
        assert.deepEqual(await valuesIn(into), await valuesIn(from), csv);
      }
    });
  }

  it('is the same file again where a trigger calculates decimals', async () => {
    const { data, admin } = forum;
    const fields = ['net', 'gross'].map((name) => ({ name, type: 'decimal' }));
    for (const name of ['priced', 'priced_again']) await data.edit(SYSTEM, 'add-table', { name, fields });
    const before = [{ kind: 'set', field: 'gross', value: 'addPercent(row.net, 25)', when: '' }];
    const trigger = { label: 'Gross', table: 'priced', events: ['insert'], timing: 'before', before };
    await data.edit(SYSTEM, 'add-trigger', { trigger });
    await data.rows.insertMany(
      SYSTEM,
      'priced',
      ['18', '0.1', '-7.25'].map((net) => ({ net })),
    );
    const names = ['net', 'gross'];
    const first = await text(await data.csv.export(admin, { table: 'priced', fields: names }));
    assert.match(first, /\b18,22\.5\r?\n/);
    const { columns } = await data.csv.inspect(Readable.from([first]), { table: 'priced_again', header: true });
    const into = { table: 'priced_again', columns, mode: 'all-or-nothing', header: true };
    assert.deepEqual((await data.csv.import(admin, Readable.from([first]), into)).rejected, []);
    assert.equal(await text(await data.csv.export(admin, { table: 'priced_again', fields: names })), first);
  });
});
