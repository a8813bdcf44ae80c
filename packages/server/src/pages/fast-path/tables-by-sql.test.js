import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase, until } from '@plinth/data/testing';
import pg from 'pg';
import { startTestServer } from '../../testing/index.js';
import { migrateEmpty } from '../../testing/migrate-empty.js';

/** @param {Parameters<typeof startTestServer>[0] & {}} options @param {{ schemaEvents: boolean }} database */
async function open(options, database) {
  const server = await startTestServer({
    ...options,
    database: await createTestDatabase({ migrate: migrateEmpty, ...database }),
  });
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  const config = { columns: ['title', 'note'].map((field) => ({ kind: 'field', field })) };
  for (const table of ['notes', 'drafts']) {
    await edit('add-table', {
      name: table,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'note', type: 'text' },
      ],
      access: { public: { read: 'all' } },
    });
    const view = { name: table, label: table, template: 'list', table, roles: ['public'], config };
    await edit('add-view', { view });
    await server.data.rows.insert(server.system, table, { title: `${table} title`, note: `${table} note` });
  }
  const psql = new pg.Client(/** @type {any} */ (server.database.connection));
  await psql.connect();
  const visitor = await server.as('public');

  /** A page that is answered from memory. @param {string} view */
  async function kept(view) {
    const counts = () => /** @type {any} */ (server.runtime.pages).counts();
    let text = '';
    await until(async () => {
      const { hits } = counts();
      ({ text } = await visitor.get(`/view/${view}`));
      return counts().hits > hits;
    });
    return text;
  }
  return {
    server,
    edit,
    kept,
    psql,
    page: async (/** @type {string} */ view) => (await visitor.get(`/view/${view}`)).text,
    async close() {
      await psql.end();
      await server.close();
    },
  };
}

for (const changes of /** @type {const} */ (['logical', 'notify'])) {
  describe(`tables changed by SQL, received by ${changes}`, () => {
    /** @type {Awaited<ReturnType<typeof open>>} */
    let site;
    before(async () => {
      site = await open({ changes }, { schemaEvents: true });
    });
    after(() => site?.close());

    it('C2: a column that "alter table … using" rewrote shows at the next request', async () => {
      assert.match(await site.kept('notes'), /notes title/);
      await site.psql.query('alter table app.notes alter column title type text using upper(title)');
      assert.match(await site.page('notes'), /NOTES TITLE/);
      assert.match(await site.kept('notes'), /NOTES TITLE/);
    });

    it('C2: two tables that changed their names show at the next request', async () => {
      await site.kept('notes');
      await site.kept('drafts');
      await site.psql.query(`begin;
        alter table app.notes rename to away;
        alter table app.drafts rename to notes;
        alter table app.away rename to drafts;
        commit`);
      assert.match(await site.page('notes'), /drafts title/);
      assert.match(await site.page('drafts'), /NOTES TITLE/);
    });

    it('C2: two columns that changed their names show at the next request', async () => {
      await site.kept('notes');
      await site.psql.query(`begin;
        alter table app.notes rename column title to away;
        alter table app.notes rename column note to title;
        alter table app.notes rename column away to note;
        commit`);
      const text = await site.page('notes');
      assert.ok(text.indexOf('drafts note') < text.indexOf('drafts title'));
    });

    it('C2: changes of rows in a recreated table are received', async () => {
      await site.kept('notes');
      await site.psql.query(`begin;
        create table app.again (like app.notes including all);
        insert into app.again (title) values ('made anew');
        drop table app.notes;
        alter table app.again rename to notes;
        commit`);
      assert.match(await site.page('notes'), /made anew/);
      await site.kept('notes');
      await site.psql.query(`update app.notes set title = 'heard of'`);
      assert.match(await site.page('notes'), /heard of/);
    });

    it('C2: a table that goes to another schema is shown no more', async () => {
      await site.kept('drafts');
      await site.psql.query('alter table app.drafts set schema public');
      assert.doesNotMatch(await site.page('drafts'), /NOTES TITLE/);
      await site.psql.query('alter table public.drafts set schema app');
      assert.match(await site.page('drafts'), /NOTES TITLE/);
    });

    it('C2: under load no answer after the commit is of before', async () => {
      const stale = [];
      for (let i = 0; i < 30; i++) {
        const early = Array.from({ length: 5 }, () => site.page('notes'));
        await site.psql.query(`alter table app.notes alter column title type text using 'load ${i}.'`);
        const late = await Promise.all(Array.from({ length: 5 }, () => site.page('notes')));
        stale.push(...late.filter((text) => !text.includes(`load ${i}.`)));
        await Promise.all(early);
      }
      assert.deepEqual(stale, []);
    });

    it('renders no page again for edits of Plinth, temporary tables and objects elsewhere', async () => {
      /** @type {string[]} */
      const heard = [];
      const off = site.server.data.stream?.subscribe((/** @type {{ kind: string }} */ { kind }) => heard.push(kind));
      await site.edit('add-field', { table: 'notes', field: { name: 'more', type: 'integer' } });
      await site.edit('change-field', { table: 'notes', field: 'more', changes: { type: 'decimal' } });
      await site.edit('remove-field', { table: 'notes', field: 'more' });
      await site.psql.query(`create temporary table t as select 1 as n; alter table t add m int; drop table t`);
      await site.psql.query('create table public.other (id int); drop table public.other');
      await site.psql.query(`update app.notes set note = 'last'`);
      await until(() => site.server.data.stream?.caughtUp());
      assert.ok(heard.includes('changes'));
      assert.ok(!heard.includes('reset'));
      off?.();
    });
  });

  describe(`tables changed by SQL without event triggers, received by ${changes}`, () => {
    /** @type {Awaited<ReturnType<typeof open>>} */
    let site;
    before(async () => {
      site = await open({ changes }, { schemaEvents: false });
    });
    after(() => site?.close());

    it('C2: show at the next request when plinth.schema_changed() is called with it', async () => {
      await site.kept('notes');
      await site.psql.query(`begin;
        alter table app.notes alter column title type text using upper(title);
        select plinth.schema_changed();
        commit`);
      assert.match(await site.page('notes'), /NOTES TITLE/);
    });
  });
}
