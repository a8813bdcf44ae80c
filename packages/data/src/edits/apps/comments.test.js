import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';

describe('comments in app documents', () => {
  /** @type {any} */
  let forum;
  before(async () => {
    forum = await createForum();
    await forum.data.edit(SYSTEM, 'add-app', { name: 'desk', label: 'Desk' });
    const access = { user: { read: 'all', create: 'all', update: 'all', delete: 'none' } };
    for (const [name, comments] of [
      ['issues', 'readers'],
      ['silent', 'off'],
    ])
      await forum.data.edit(SYSTEM, 'add-table', {
        name,
        app: 'desk',
        comments,
        access,
        fields: [{ name: 'title', type: 'text' }],
      });
    await forum.data.rows.insert(SYSTEM, 'issues', { title: 'First' });
    await forum.data.comments.add(forum.ada, 'issues', 1, { text: 'Ask @ben' });
    await forum.data.comments.add(forum.ben, 'issues', 1, { text: 'Done' });
    await forum.data.db.query(`update plinth.comments set created_at = case text when 'Done'
      then timestamptz '2026-03-04 05:06:07.123457+00' else '2026-03-04 05:06:07.123456+00' end`);
  });
  after(() => forum?.close());

  /** @param {string} table */
  const said = async (table) => {
    const { comments, names } = await forum.data.comments.list(forum.ada, table, 1);
    return comments
      .map((/** @type {any} */ one) => [one.by.name, forum.data.comments.typed(one.text, names)])
      .reverse();
  };

  it('go with their rows, with people by e-mail address, and come back on another site', async () => {
    const document = await forum.data.apps.export(SYSTEM, 'desk', { rows: true });
    const [first, second] = document.comments.issues;
    assert.match(first.text, /^Ask @\{ben@[\w.]+\}$/);
    assert.match(first.by, /^ada@/);
    assert.equal(second.row, 1);
    assert.deepEqual([first.at, second.at], ['2026-03-04T05:06:07.123456Z', '2026-03-04T05:06:07.123457Z']);
    assert.doesNotMatch(JSON.stringify(document.comments), /[0-9a-f]{8}-[0-9a-f]{4}-/, 'no id of this site');
    const elsewhere = (/** @type {any} */ part) =>
      JSON.parse(JSON.stringify(part).replaceAll('@secret.example', '@else.example'));
    const foreign = { ...document, users: elsewhere(document.users), comments: elsewhere(document.comments) };
    await forum.data.apps.install(forum.admin, foreign, { prefix: 'far_', parts: { people: true } });
    assert.deepEqual(await said('far_issues'), [
      ['ada', 'Ask @ben'],
      ['ben', 'Done'],
    ]);
    const again = await forum.data.apps.export(SYSTEM, 'far_desk', { rows: true });
    assert.deepEqual(again.comments.far_issues, foreign.comments.issues);
    const without = await forum.data.apps.export(SYSTEM, 'desk', { rows: false });
    assert.equal(without.comments, undefined);
    assert.equal(without.tables.find((/** @type {any} */ { name }) => name === 'issues').comments, 'readers');
  });

  it('P1: put no words into the mouth of people of this site: whoever installs them quotes their names', async () => {
    const document = await forum.data.apps.export(SYSTEM, 'desk', { rows: true });
    const [{ by }] = document.comments.issues;
    const users = document.users.map((/** @type {any} */ user) =>
      user.email === by ? { ...user, name: `*A* @{${forum.people.cyd}} [x](javascript:1)` } : user,
    );
    await forum.data.apps.install(forum.admin, { ...document, users }, { prefix: 'copy_', parts: { people: true } });
    const { comments, names } = await forum.data.comments.list(forum.ada, 'copy_issues', 1);
    const id = String(forum.admin.userId);
    assert.deepEqual(new Set(comments.map((/** @type {any} */ one) => one.by.id)), new Set([id]));
    const [last, first] = comments.map((/** @type {any} */ { text }) => text);
    assert.equal(last, '“ben”:\n\nDone');
    assert.ok(first.startsWith(String.raw`“\*A\* \@\{`), first);
    assert.deepEqual([...names.keys()], [forum.people.ben], 'nobody is mentioned by a name');
    const { rows } = await forum.data.db.query(`select email, name from plinth.users where id = '${id}'`);
    const own = { issues: [{ row: 1, by: rows[0].email, text: 'Mine' }] };
    await forum.data.apps.install(forum.admin, { ...document, users: rows, comments: own }, { prefix: 'own_' });
    await forum.data.apps.install(SYSTEM, document, { prefix: 'none_' });
    assert.deepEqual(await said('none_issues'), [], 'there is no admin who could quote them');
    const { comments: mine } = await forum.data.comments.list(forum.ada, 'own_issues', 1);
    assert.deepEqual(
      mine.map((/** @type {any} */ { text, by: { id: author } }) => [text, author]),
      [['Mine', id]],
    );
  });

  it('are refused where the document is wrong, and nothing is installed', async () => {
    const document = await forum.data.apps.export(SYSTEM, 'desk', { rows: true });
    const good = { row: 1, by: document.comments.issues[0].by, text: 'x' };
    /** @type {[any, string][]} */
    const cases = [
      [{ issues: [{ ...good, by: 'nobody@example.com' }] }, 'APP_ROW_INVALID'],
      [{ issues: [{ ...good, at: 'yesterday' }] }, 'APP_ROW_INVALID'],
      [{ others: [good] }, 'APP_ROW_INVALID'],
      [{ issues: [{ ...good, text: '' }] }, 'APP_DOCUMENT_INVALID'],
      [{ issues: [{ text: 'x' }] }, 'APP_DOCUMENT_INVALID'],
      [{ issues: 'x' }, 'APP_DOCUMENT_INVALID'],
      [[], 'APP_DOCUMENT_INVALID'],
    ];
    for (const [comments, code] of cases)
      await assert.rejects(
        forum.data.apps.install(SYSTEM, { ...document, comments }, { prefix: 'bad_' }),
        { code },
        JSON.stringify(comments),
      );
    assert.equal(forum.data.catalog().hasTable('bad_issues'), false);
  });

  it('mention nobody by an id that was written by hand', async () => {
    const document = await forum.data.apps.export(SYSTEM, 'desk', { rows: true });
    const text = `@{${forum.people.cyd}} and @{nobody@example.com}`;
    const one = { row: 1, by: document.comments.issues[0].by, text };
    const comments = { issues: [-3, -1].map(($days) => ({ ...one, at: { $days } })) };
    await forum.data.apps.install(forum.admin, { ...document, comments }, { prefix: 'third_' });
    const { comments: found, names } = await forum.data.comments.list(forum.ada, 'third_issues', 1);
    assert.equal(names.size, 0);
    assert.equal(found[0].text, `“ada”:\n\n@${forum.people.cyd} and @nobody`);
    const [last, first] = found.map((/** @type {any} */ { at }) => new Date(at).getTime());
    assert.equal(last - first, 2 * 86_400_000);
  });
});
