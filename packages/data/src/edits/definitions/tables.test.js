import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { admin, openSite } from './testing/edit-site.js';
import { physicalState } from './testing/physical-state.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => (site = await openSite()));
after(() => site.close());

describe('edits of tables', () => {
  it('add a real table with its key, auto fields, constraints and indexes', async () => {
    await site.edit('add-table', {
      name: 'books',
      fields: [
        { name: 'title', type: 'text', required: true, unique: true, attributes: { maxLength: 20 } },
        { name: 'price', type: 'money', default: '1.50' },
      ],
      constraints: [
        { kind: 'check', where: { field: 'price', op: 'gte', value: '0' }, message: 'Prices are not negative' },
        { kind: 'unique', fields: ['title', 'price'], message: 'Once only' },
      ],
      indexes: [{ fields: ['price'] }],
    });
    const table = site.data.catalog().table('books');
    assert.deepEqual(
      table.fields.map((field) => field.name),
      ['id', 'title', 'price', 'created_at', 'created_by', 'updated_at', 'updated_by'],
    );
    assert.equal(table.display, 'title');
    await site.rows(`insert into app.books (title) values ('A')`);
    assert.deepEqual(await site.rows('select id, title, price from app.books'), [{ id: 1, title: 'A', price: '1.50' }]);
    await assert.rejects(site.rows(`insert into app.books (title, price) values ('B', -1)`), { code: '23514' });
    await assert.rejects(site.rows(`insert into app.books (title) values ('A')`), { code: '23505' });
    const { indexes } = await physicalState(site.data.db);
    assert.ok(indexes.some(({ definition }) => definition.endsWith('USING btree (price, id)')));
  });

  it('Z1: grant nothing initially', () => {
    assert.deepEqual(site.data.catalog().table('books').access, {});
  });

  it('I6: refuse names that are reserved, taken, too long or no names', async () => {
    for (const [name, code] of [
      ['users', 'NAME_RESERVED'],
      ['books', 'NAME_TAKEN'],
      ['x'.repeat(49), 'NAME_INVALID'],
      ['Ünï', 'NAME_INVALID'],
      ['a"; drop table x', 'NAME_INVALID'],
      ['', 'NAME_INVALID'],
    ]) {
      await assert.rejects(site.table(name), { code }, name);
    }
    for (const name of ['id', 'created_at', 'constructor', '__proto__', 'a b']) {
      await assert.rejects(site.table('other', [{ name, type: 'text' }]), /can't be named|is reserved/, name);
    }
    assert.equal(site.data.catalog().hasTable('other'), false);
  });

  it('I6: take SQL keywords as names', async () => {
    await site.table('select', [
      { name: 'from', type: 'integer' },
      { name: 'user', type: 'user' },
    ]);
    await site.edit('change-field', { table: 'select', field: 'from', changes: { name: 'where', unique: true } });
    await site.edit('remove-table', { table: 'select' });
  });

  it('rename a table and rewrite whatever names it, in one edit', async () => {
    await site.table('loans', [{ name: 'book', type: 'relation', attributes: { table: 'books', label: 'title' } }]);
    await site.edit('add-view', {
      view: {
        name: 'loan_list',
        template: 'list',
        table: 'loans',
        config: {
          columns: [{ field: 'book.title' }],
          where: { field: 'book.title', op: 'filled' },
          when: 'row.book.title != ""',
        },
      },
    });
    const { version } = await site.edit('change-table', {
      table: 'books',
      changes: { name: 'volumes', label: 'Volumes' },
    });
    assert.equal(site.data.catalog().version, version);
    assert.equal(site.data.catalog().table('loans').field('book').target, 'volumes');
    await site.edit('change-field', { table: 'volumes', field: 'title', changes: { name: 'name' } });
    assert.deepEqual(site.data.catalog().view('loan_list').config, {
      columns: [{ field: 'book.name' }],
      where: { field: 'book.name', op: 'filled' },
      when: 'row.book.name != ""',
    });
    assert.equal(site.data.catalog().table('volumes').display, 'name');
    assert.deepEqual(site.data.catalog().problems, []);
    assert.equal((await site.rows('select name from app.volumes'))[0].name, 'A');
  });

  it('remove a table, report what used it, and leave that as a problem', async () => {
    await site.rows("insert into app.loans (title, book) values ('x', 1)");
    const { warnings } = await site.edit('remove-table', { table: 'volumes' });
    assert.ok(
      warnings.some((text) => text.includes('loan_list')),
      String(warnings),
    );
    assert.ok(
      site.data.catalog().problems.some((problem) => problem.name === 'book' && problem.message.includes('"volumes"')),
    );
    assert.deepEqual(await site.rows('select title, book from app.loans'), [{ title: 'x', book: 1 }]);
    await assert.rejects(site.rows('select 1 from app.volumes'), { code: '42P01' });
  });

  it('refuse a table that takes the place of a removed one for keys left behind', async () => {
    await assert.rejects(site.table('volumes'), { code: 'RELATION_DANGLING' });
    assert.equal(site.data.catalog().hasTable('volumes'), false);
  });

  it('bring the table back with its rows by undo', async () => {
    const { revisions } = await site.data.revisions.list();
    await site.data.revisions.undo(admin, revisions[0].id);
    assert.deepEqual(site.data.catalog().problems, []);
    assert.deepEqual(await site.rows('select l.title, v.name from app.loans l join app.volumes v on v.id = l.book'), [
      { title: 'x', name: 'A' },
    ]);
    await assert.rejects(site.rows('delete from app.volumes'), { code: '23503' });
  });

  it('refuse everybody but admins', async () => {
    await assert.rejects(
      site.data.edit({ userId: null, roles: ['staff', 'user', 'public'], system: false }, 'remove-table', {
        table: 'loans',
      }),
      { code: 'FORBIDDEN', status: 403 },
    );
  });

  it('do nothing in a dry run', async () => {
    const before = await physicalState(site.data.db);
    const { sql } = await site.edit('remove-table', { table: 'loans' }, { dryRun: true });
    assert.ok(sql && sql.length > 0);
    assert.deepEqual(await physicalState(site.data.db), before);
    assert.ok(site.data.catalog().hasTable('loans'));
  });
});
