import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createClient, readForms, startTestServer } from '../../testing/index.js';

/** @import { Client } from '../../testing/client.js' */

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Client} */
let visitor;
const WORDS = 'A long text\nof "two" lines & <more>';

before(async () => {
  server = await startTestServer();
  const admin = await server.as('admin');
  await server.data.edit(server.system, 'add-table', {
    name: 'notes',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'body', type: 'long_text' },
    ],
  });
  await admin.post('/admin/tables/notes/views', {});
  visitor = createClient(server.url);
});
after(() => server?.close());

const FORM = '/view/notes_edit';
/** @param {string} text @param {string} action */
const formTo = (text, action) => readForms(text).find((form) => form.action === action);

describe('a form whose session ended while it was open', () => {
  it('comes back with all that was typed, to be sent again after a log-in', async () => {
    const headers = { referer: `${server.url}${FORM}` };
    const answer = await visitor.post(FORM, { title: 'Kept', body: WORDS }, headers);
    assert.equal(answer.status, 401);
    assert.match(answer.text, /href="\/auth\/login\?next=%2Fview%2Fnotes_edit" target="_blank"/);
    const again = formTo(answer.text, FORM);
    assert.ok(again);
    assert.equal(again.values.body, WORDS);
    assert.equal(await server.data.rows.count(server.system, 'notes'), 0);
    const admin = await server.as('admin');
    assert.equal((await admin.post(again.action, again.values)).status, 303);
    assert.equal(await server.data.rows.count(server.system, 'notes'), 1);
  });

  it('names the files that have to be chosen again', async () => {
    const answer = await visitor.post(FORM, { title: 'Kept', photo: new File(['x'], 'cat.png') });
    assert.equal(formTo(answer.text, FORM)?.values.title, 'Kept');
    assert.match(answer.text, /Choose these files again: cat\.png/);
  });

  it('also in the admin, and in German', async () => {
    const german = createClient(server.url, { cookies: {} });
    await server.data.edit(server.system, 'change-settings', { changes: { locale: 'de' } });
    const answer = await german.post('/admin/tables', { label: 'Orders' });
    await server.data.edit(server.system, 'change-settings', { changes: { locale: 'en' } });
    assert.equal(formTo(answer.text, '/admin/tables')?.values.label, 'Orders');
    assert.match(answer.text, /Sie sind nicht angemeldet[^]*Noch einmal senden/);
  });

  it('A1: keeps nothing that another site sent', async () => {
    const answer = await visitor.post(FORM, { title: 'Evil' }, { 'sec-fetch-site': 'cross-site' });
    assert.equal(answer.status, 403);
    assert.doesNotMatch(answer.text, /Evil/);
  });

  it('keeps no password', async () => {
    const answer = await visitor.post('/admin/users', { name: 'Kim', password: 'hunter2 hunter2' });
    assert.equal(answer.status, 401);
    assert.doesNotMatch(answer.text, /hunter2/);
    assert.doesNotMatch((await visitor.post('/auth/profile', { name: 'Kim' })).text, /Kim/);
  });

  it('a script gets an error, and not the login page', async () => {
    for (const [name, value] of [
      ['sec-fetch-dest', 'empty'],
      ['hx-request', 'true'],
    ]) {
      for (const path of ['/admin/tables/notes/cells', FORM, '/page/none']) {
        const answer = await visitor.get(path, { [name]: value });
        assert.equal(answer.status, 401, path);
        assert.equal(answer.location, null);
      }
    }
    assert.match((await visitor.get(FORM)).location ?? '', /^\/auth\/login/, 'who goes there is led to the login');
  });
});

it('a missing page does not ask logged-in users to log in', async () => {
  const missing = await (await server.as('admin')).get('/page/none');
  assert.equal(missing.status, 404);
  assert.doesNotMatch(missing.text, /log in/i);
});

it('a page that can not be shown for now leads to itself, not only to the home page', async () => {
  const admin = await server.as('admin');
  const client = new pg.Client(server.database.connection);
  await client.connect();
  try {
    await client.query('alter table app.notes rename to away');
    const answer = await admin.get('/view/notes?x=1');
    assert.ok(answer.status >= 500, String(answer.status));
    assert.match(answer.text, /btn-primary" href="\/view\/notes\?x=1"/);
  } finally {
    await client.query('alter table app.away rename to notes');
    await client.end();
  }
});

describe('a form that could not be saved for now', () => {
  it('comes back with all that was typed, and can be sent again once it works', async () => {
    const client = new pg.Client(server.database.connection);
    await client.connect();
    try {
      await client.query(`create function app.fails() returns trigger language plpgsql as
        $$ begin raise exception 'no' using errcode = 'XX000'; end $$`);
      await client.query(
        'create trigger fails before insert on app.notes for each statement execute function app.fails()',
      );
      const admin = await server.as('admin');
      const answer = await admin.post(FORM, { title: 'Later', body: WORDS });
      assert.equal(answer.status, 500);
      const again = formTo(answer.text, FORM);
      assert.equal(again?.values.body, WORDS);
      await client.query('drop trigger fails on app.notes');
      assert.equal((await admin.post(FORM, again?.values)).status, 303);
    } finally {
      await client.end();
    }
  });
});
