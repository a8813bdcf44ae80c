import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRegistry, definePlugin } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { createData } from '../../create-data.js';
import { decimalType } from '../../catalog/field-types/decimal.js';
import { createTestDatabase } from '../../testing/index.js';
import { SYSTEM } from './testing/forum.js';

/** A type of a plugin whose values the database makes. */
const place = {
  ...decimalType,
  name: 'place',
  label: 'Place',
  attributes: [],
  sqlType: () => 'numeric',
  generatedSql: 'extract(epoch from clock_timestamp())',
};
const plugin = definePlugin({ name: 'places', version: '1.0.0', api: '^1', fieldTypes: [place] });

/** @type {any} */
let data;
/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
before(async () => {
  const registry = createRegistry([dataPlugin, plugin]);
  database = await createTestDatabase();
  data = await createData({ connection: database.connection, registry });
  const fields = [{ name: 'title', type: 'text' }];
  await data.edit(SYSTEM, 'add-table', { name: 'things', fields, history: true });
  await data.db.query(`insert into app.things (title) select 't' || i from generate_series(1, 50) i`);
  await data.edit(SYSTEM, 'add-field', { table: 'things', field: { name: 'place', type: 'place' } });
});
after(async () => {
  await data?.close();
  await database?.close();
});

const places = async () =>
  (await data.db.query('select title, place::float8 as place from app.things order by place, id')).rows;

describe('a value that the field type’s SQL makes', () => {
  it('is given to the rows that are there, each its own, in their order', async () => {
    const rows = await places();
    assert.ok(rows.every((/** @type {any} */ { place: made }) => made > 1e9));
    assert.equal(new Set(rows.map((/** @type {any} */ row) => row.place)).size > 1, true);
    assert.deepEqual([rows[0].title, rows.at(-1).title], ['t1', 't50']);
  });

  it('is given to new rows of every way in, unless one came with them', async () => {
    await data.rows.insert(SYSTEM, 'things', { title: 'by a form' });
    await data.rows.insert(SYSTEM, 'things', { title: 'given', place: '0.5' });
    await data.db.query(`insert into app.things (title) values ('by psql')`);
    const rows = await places();
    assert.deepEqual([rows[0].title, rows[0].place], ['given', 0.5]);
    assert.deepEqual(
      rows.slice(-2).map((/** @type {any} */ { title }) => title),
      ['by a form', 'by psql'],
    );
  });

  it('yields to a default of the field', async () => {
    await data.edit(SYSTEM, 'change-field', { table: 'things', field: 'place', changes: { default: '7' } });
    const { place: made } = await data.rows.insert(SYSTEM, 'things', { title: 'by default' });
    assert.equal(Number(made), 7);
  });
});
