import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { admin, openSite } from './testing/edit-site.js';
import { allRows, physicalState } from './testing/physical-state.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
  await site.table('things');
  await site.rows(`insert into app.things (title) values ('1'), ('2'), ('x'), (null)`);
});
after(() => site.close());

const undoLast = async () => {
  const { revisions } = await site.data.revisions.list({ limit: 1 });
  return site.data.revisions.undo(admin, revisions[0].id);
};

describe('edits of fields', () => {
  it('add a field at a place, with a value for the rows there are', async () => {
    await site.edit('add-field', {
      table: 'things',
      field: { name: 'count', type: 'integer', required: true },
      at: 1,
      fill: '7',
    });
    assert.deepEqual(
      site.data
        .catalog()
        .table('things')
        .fields.map((field) => field.name),
      ['id', 'count', 'title'],
    );
    assert.deepEqual(await site.rows('select distinct count from app.things'), [{ count: 7 }]);
  });

  it('refuse a required field that rows have no value for, naming how many', async () => {
    await assert.rejects(
      site.edit('add-field', { table: 'things', field: { name: 'code', type: 'text', required: true } }),
      { code: 'FIELD_HAS_EMPTY', message: /4 rows/ },
    );
    await assert.rejects(site.edit('change-field', { table: 'things', field: 'title', changes: { required: true } }), {
      code: 'FIELD_HAS_EMPTY',
      message: /^One row of "\w+" has no value/,
    });
    await site.edit('change-field', { table: 'things', field: 'title', changes: { required: true }, fill: '3' });
    assert.deepEqual(await site.rows('select title from app.things order by id'), [
      { title: '1' },
      { title: '2' },
      { title: 'x' },
      { title: '3' },
    ]);
  });

  it('report in advance which values can’t be converted to another type, and refuse', async () => {
    const input = { table: 'things', field: 'title', changes: { type: 'integer' } };
    const { blocked, sql } = await site.data.preview(admin, 'change-field', input);
    assert.deepEqual(
      { field: blocked?.field, count: blocked?.count, samples: blocked?.samples },
      { field: 'title', count: 1, samples: [{ id: 3, value: 'x' }] },
    );
    assert.ok(sql.some((text) => text.includes('bigint')));
    const before = await physicalState(site.data.db);
    await assert.rejects(site.edit('change-field', input), { code: 'FIELD_NOT_CONVERTIBLE', status: 422 });
    assert.deepEqual(await physicalState(site.data.db), before);
    assert.equal(site.data.catalog().table('things').field('title').type, 'text');
  });

  it('convert the other values on request, and restore every old value by undo', async () => {
    const before = await allRows(site.data.db);
    await site.edit('change-field', {
      table: 'things',
      field: 'title',
      changes: { type: 'integer', required: false },
      discard: true,
    });
    assert.deepEqual(await site.rows('select title from app.things order by id'), [
      { title: 1 },
      { title: 2 },
      { title: null },
      { title: 3 },
    ]);
    await site.rows('update app.things set title = 20 where id = 2');
    const { revision } = await undoLast();
    assert.deepEqual(await site.rows('select title from app.things order by id'), [
      { title: '1' },
      { title: '20' },
      { title: 'x' },
      { title: '3' },
    ]);
    await site.data.revisions.undo(admin, revision);
    assert.deepEqual(await site.rows('select title from app.things order by id'), [
      { title: 1 },
      { title: 20 },
      { title: null },
      { title: 3 },
    ]);
    await undoLast();
    await site.rows(`update app.things set title = '2' where id = 2`);
    assert.deepEqual(await allRows(site.data.db), before);
  });

  it('refuse limits that values break, with samples', async () => {
    await assert.rejects(
      site.edit('change-field', { table: 'things', field: 'count', changes: { attributes: { max: 5 } } }),
      { code: 'FIELD_NOT_CONVERTIBLE', message: /4 values/ },
    );
    await site.edit('change-field', { table: 'things', field: 'count', changes: { attributes: { max: 7 } } });
    await assert.rejects(site.rows('update app.things set count = 8'), { code: '23514' });
  });

  it('refuse unique where values repeat', async () => {
    await assert.rejects(site.edit('change-field', { table: 'things', field: 'count', changes: { unique: true } }), {
      code: 'FIELD_NOT_UNIQUE',
      details: { field: 'count', count: 1, samples: [{ id: '1', value: 7 }], canEmpty: false },
    });
  });

  it('remove a field and bring it back with its values', async () => {
    const [before, rows] = [await physicalState(site.data.db), await allRows(site.data.db)];
    await site.edit('remove-field', { table: 'things', field: 'title' });
    assert.equal(site.data.catalog().table('things').display, 'id');
    await undoLast();
    assert.deepEqual([await physicalState(site.data.db), await allRows(site.data.db)], [before, rows]);
    assert.equal(site.data.catalog().table('things').display, 'title');
  });

  it('turn a relation into many values and back', async () => {
    await site.table('kinds');
    await site.rows(`insert into app.kinds (title) values ('a'), ('b')`);
    await site.edit('add-field', {
      table: 'things',
      field: { name: 'kind', type: 'relation', attributes: { table: 'kinds' } },
    });
    await site.rows('update app.things set kind = 2 where id = 1');
    await assert.rejects(site.rows('delete from app.kinds where id = 2'), { code: '23503' });
    await site.edit('change-field', { table: 'things', field: 'kind', changes: { type: 'many_to_many' } });
    assert.deepEqual(await site.rows('select * from app.things_kind'), [{ source: 1, target: 2 }]);
    await site.rows('insert into app.things_kind values (1, 1), (2, 1)');
    const back = { table: 'things', field: 'kind', changes: { type: 'relation' } };
    const { blocked } = await site.data.preview(admin, 'change-field', back);
    assert.deepEqual([blocked?.count, blocked?.samples[0].id], [1, 1]);
    await assert.rejects(site.edit('change-field', back), { code: 'FIELD_NOT_CONVERTIBLE' });
    await site.edit('change-field', { ...back, discard: true });
    assert.deepEqual(await site.rows('select id, kind from app.things where kind is not null'), [{ id: 2, kind: 1 }]);
    await undoLast();
    assert.equal((await site.rows('select * from app.things_kind')).length, 3);
    const { revisions } = await site.data.revisions.list();
    await site.data.revisions.undo(admin, revisions[2].id);
    assert.deepEqual(await site.rows('select kind from app.things where kind is not null'), [{ kind: 2 }]);
  });

  it('change the delete rule, and refuse one that a required field can not follow', async () => {
    await site.edit('change-field', {
      table: 'things',
      field: 'kind',
      changes: { attributes: { table: 'kinds', onDelete: 'set_null' } },
    });
    await site.rows('delete from app.kinds where id = 2');
    assert.deepEqual(await site.rows('select id from app.things where kind is not null'), []);
    await assert.rejects(site.edit('change-field', { table: 'things', field: 'kind', changes: { required: true } }), {
      code: 'INPUT_INVALID',
    });
  });

  it('keep the key and the auto fields as they are', async () => {
    await assert.rejects(site.edit('remove-field', { table: 'things', field: 'id' }), { code: 'FIELD_FIXED' });
    await assert.rejects(site.edit('change-field', { table: 'things', field: 'id', changes: { name: 'key' } }), {
      code: 'FIELD_FIXED',
    });
    await site.edit('add-field', { table: 'things', field: { auto: 'created_at' } });
    await site.edit('change-field', { table: 'things', field: 'created_at', changes: { label: 'Made' } });
    assert.equal(site.data.catalog().table('things').field('created_at').label, 'Made');
    const access = { read: ['user'], write: ['user'] };
    const fields = [
      { name: 'name', type: 'text' },
      { auto: 'updated_at', access },
    ];
    await site.edit('add-table', { name: 'stamped', fields });
    const changes = { label: 'Touched', access: { write: ['user'], read: ['user'] } };
    await site.edit('change-field', { table: 'stamped', field: 'updated_at', changes });
    assert.equal(site.data.catalog().table('stamped').field('updated_at').label, 'Touched');
    await site.edit('remove-table', { table: 'stamped' });
  });

  it('move a field', async () => {
    await site.edit('move-field', { table: 'things', field: 'count', to: 99 });
    assert.equal(site.data.catalog().table('things').fields.at(-1)?.name, 'count');
  });

  it('drop rules and indexes with the field they were on', async () => {
    await site.edit('set-constraints', {
      table: 'things',
      constraints: [
        { kind: 'unique', fields: ['title', 'count'], message: '' },
        { kind: 'check', where: { field: 'count', op: 'ne', value: { path: 'id' } }, message: '' },
      ],
    });
    await site.edit('add-index', { table: 'things', fields: ['count'] });
    const state = await physicalState(site.data.db);
    const { warnings } = await site.edit('remove-field', { table: 'things', field: 'count' });
    assert.equal(warnings.length, 1);
    assert.deepEqual(site.data.catalog().problems, []);
    await undoLast();
    assert.deepEqual(await physicalState(site.data.db), state);
  });

  it('I2: refuse unknown types, attributes, operators and keys', async () => {
    const field = (/** @type {any} */ more) =>
      site.edit('add-field', { table: 'things', field: { name: 'odd', type: 'text', ...more } });
    await assert.rejects(field({ type: 'text; drop table x' }), { code: 'DEFINITION_NOT_FOUND' });
    await assert.rejects(field({ attributes: { maxLength: 'x' } }), { code: 'SETTINGS_INVALID' });
    await assert.rejects(field({ attributes: { evil: 1 } }), { code: 'SETTINGS_INVALID' });
    await assert.rejects(field({ sql: 'x' }), { code: 'INPUT_INVALID' });
    await assert.rejects(field({ type: 'integer', default: "1; drop table x'" }), { code: 'INPUT_INVALID' });
    const check = (/** @type {any} */ where) =>
      site.edit('add-constraint', { table: 'things', constraint: { kind: 'check', where, message: '' } });
    await assert.rejects(check({ field: 'title', op: '= 1 or', value: 'x' }), { code: 'SETTINGS_INVALID' });
    await assert.rejects(check({ field: 'kind.title', op: 'eq', value: 'x' }), { code: 'CONSTRAINT_INVALID' });
    assert.ok(!site.data.catalog().table('things').hasField('odd'));
  });

  it('refuse a choice with nothing to choose', async () => {
    for (const type of ['select', 'multi_select']) {
      for (const attributes of [undefined, {}, { options: [] }]) {
        await assert.rejects(
          site.edit('add-field', { table: 'things', field: { name: 'state', label: 'State', type, attributes } }),
          { code: 'FIELD_ATTRIBUTES_INVALID', message: 'State needs at least one choice' },
        );
      }
    }
    assert.equal(site.data.catalog().table('things').hasField('state'), false);
  });

  it('I6: keep hostile texts in defaults and options as texts', async () => {
    const evil = `'; drop table app.things; -- \\' "`;
    await site.edit('add-field', { table: 'things', field: { name: 'evil', type: 'text', default: evil } });
    await site.edit('add-field', {
      table: 'things',
      field: { name: 'pick', type: 'select', attributes: { options: [{ value: "o'c", label: 'x' }] }, default: "o'c" },
    });
    const [row] = await site.rows("insert into app.things (title, count) values ('x', 1) returning evil, pick");
    assert.deepEqual(row, { evil, pick: "o'c" });
  });
});
