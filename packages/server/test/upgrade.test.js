import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase } from '@plinth/data/testing';
import pg from 'pg';
import { startTestServer } from '../src/testing/index.js';

const FIXTURE = new URL('../../data/test/fixtures/database-of-091c747/', import.meta.url);

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any[]} */
let books;

before(async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  for (const part of readdirSync(FIXTURE).sort()) await client.query(readFileSync(new URL(part, FIXTURE), 'utf8'));
  await client.end();
  server = await startTestServer({ database, fresh: true, users: { boss: ['admin'] } });
  const select = server.data
    .catalog()
    .table('books')
    .fields.map((/** @type {any} */ { name }) => ({ as: name, field: name }));
  const [result] = await server.data.select(server.system, [
    { spec: { table: 'books', select, sort: [{ field: 'title', descending: true }], limit: 10 }, params: {} },
  ]);
  books = result.rows;
});
after(() => server?.close());

describe('K13: a database of the first session, opened by the newest code', () => {
  it('has every row with every value', async () => {
    assert.equal(books.length, 2);
    const [emma, quote] = books;
    const {
      id,
      shelf,
      reader,
      created_at: created,
      updated_at: updated,
      created_by: by,
      updated_by: last,
      ...rest
    } = emma;
    assert.match(`${id} ${reader}`, /^[0-9a-f-]{36} [0-9a-f-]{36}$/);
    assert.equal(typeof shelf, 'number');
    assert.match(`${created} ${updated}`, /^2026-11-21T.*Z 2026-11-21T.*Z$/);
    assert.deepEqual([by, last], [null, null]);
    assert.deepEqual(
      { ...rest, also_on: rest.also_on.length },
      {
        title: 'Emma',
        about: 'A\nnovel',
        review: '**Good**',
        pages: 474,
        weight: '0.35',
        price: '12.50',
        lent: true,
        printed: '1815-12-23',
        read_at: '2026-03-01T10:00:00.000Z',
        opens: '09:30',
        takes: 5400,
        cover: '#2563eb',
        mail: 'a@example.com',
        site: 'https://example.com',
        tel: '+49 30 123456',
        state: 'old',
        moods: ['new', 'old'],
        stars: 4,
        done: '75',
        extra: { a: [1, 'ü'] },
        code: '0190aaaa-0000-7000-8000-000000000001',
        scan: null,
        photo: null,
        sequel: null,
        also_on: 2,
      },
    );
    assert.deepEqual([quote.title, quote.pages, quote.sequel], ["Don't “quote” 🚀", 20, id]);
  });

  it('keeps people, passwords, roles and invitations', async () => {
    const { token } = await server.data.people.login('user@example.com', server.password, {
      address: 'test',
      userAgent: 'test',
    });
    const session = await server.data.people.session(token);
    assert.deepEqual(session?.actor.roles.includes('user'), true);
    assert.equal(session?.actor.roles.includes('admin'), false);
    await assert.rejects(
      server.data.people.login('user@example.com', 'wrong', { address: 'test', userAgent: 'test' }),
      { code: 'LOGIN_FAILED' },
    );
    const { rows } = await server.data.db.query('select email from plinth.invitations');
    assert.deepEqual(rows, [{ email: 'new@example.com' }]);
  });

  it('shows its views and lets its people work with them', async () => {
    const [visitor, boss] = [await server.as('public'), await server.as('boss')];
    assert.match((await boss.get('/view/books_list')).text, /Emma/);
    assert.equal((await visitor.get('/admin')).status, 302);
    const saved = await boss.submit(
      `/view/books_edit?id=${books[0].id}`,
      { title: 'Emma again' },
      { action: '/view/books_edit' },
    );
    assert.equal(saved.status, 303, saved.text.slice(0, 2000));
    const row = await server.data.rows.get(server.system, 'books', books[0].id);
    assert.deepEqual([row.title, row.pages, row.price], ['Emma again', 474, '12.50']);
  });

  it('has the history of its rows and brings an older version back', async () => {
    const versions = await server.data.history.list(server.system, 'books', books[1].id);
    assert.equal(versions.length, 3);
    await server.data.history.restore(server.system, 'books', books[1].id, versions[1].id);
    assert.equal((await server.data.rows.get(server.system, 'books', books[1].id)).pages, 10);
  });

  it('undoes what was done then, and dropped tables and fields come back with their values', async () => {
    const { rows: revisions } = await server.data.db.query(
      `select id, edit from plinth.revisions where edit in ('remove-table', 'remove-field') order by version desc`,
    );
    for (const { id } of revisions) await server.data.revisions.undo(server.system, id);
    assert.equal(revisions.length, 2);
    const [gone, shelves] = await server.data.select(server.system, [
      { spec: { table: 'gone', select: [{ as: 'word', field: 'word' }], limit: 5 }, params: {} },
      {
        spec: {
          table: 'shelves',
          select: [{ as: 'height', field: 'height' }],
          sort: [{ field: 'name' }],
          limit: 5,
        },
        params: {},
      },
    ]);
    assert.deepEqual(
      gone.rows.map((/** @type {any} */ { word }) => word),
      ['kept'],
    );
    assert.deepEqual(
      shelves.rows.map((/** @type {any} */ { height }) => height),
      [200, null],
    );
  });

  it('takes new edits and exports its app, which installs elsewhere', async () => {
    await server.data.edit(server.system, 'add-field', {
      table: 'books',
      field: { name: 'isbn', label: 'ISBN', type: 'text' },
    });
    const document = await server.data.apps.export(server.system, 'library', { rows: true });
    const other = await startTestServer({ fresh: true });
    try {
      await other.data.apps.install(other.system, document);
      assert.deepEqual(await other.data.apps.export(other.system, 'library', { rows: true }), document);
    } finally {
      await other.close();
    }
  });

  it('has no problem that it had not before', () => {
    assert.deepEqual(server.data.catalog().problems, []);
  });
});
