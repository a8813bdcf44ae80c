import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, VISITOR, createForum } from '../../gate/rows/testing/forum.js';

/** @import { Actor } from '@plinth/plugin' */

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
/** @type {any} */
let data;
/** @type {number} */
let adas;
/** @type {number} */
let bens;

before(async () => {
  forum = await createForum();
  data = forum.data;
  await data.edit(SYSTEM, 'change-table', { table: 'topics', changes: { comments: 'readers' } });
  const { staff, people } = forum;
  adas = (await data.rows.insert(staff, 'topics', { title: 'of ada', author: people.ada })).id;
  bens = (await data.rows.insert(staff, 'topics', { title: 'of ben', author: people.ben })).id;
});
after(() => forum.close());

/** @param {Promise<unknown>} promise @returns {Promise<string>} */
const codeOf = (promise) =>
  promise.then(
    () => 'allowed',
    (error) => error.code,
  );
/** @param {Actor} actor @param {unknown} id */
const texts = async (actor, id) =>
  (await data.comments.list(actor, 'topics', id)).comments.map((/** @type {any} */ one) => one.text);
/** @param {Actor} actor @param {unknown} id @param {unknown} text @param {string[]} [picked] */
const say = (actor, id, text, picked = []) => data.comments.add(actor, 'topics', id, { text, picked });

describe('comments', () => {
  it('Z1: are read and written by those who may read the row, and by nobody else', async () => {
    const { ada, ben, staff } = forum;
    await say(ada, adas, 'first');
    await say(staff, adas, 'second');
    assert.deepEqual(await texts(ada, adas), ['second', 'first']);
    for (const actor of [ben, VISITOR]) {
      const missing = await codeOf(data.comments.list(actor, 'topics', 987_654));
      assert.equal(missing, 'ROW_NOT_FOUND');
      for (const call of [
        data.comments.list(actor, 'topics', adas),
        say(actor, adas, 'x'),
        data.comments.people(actor, 'topics', adas, 'a'),
      ])
        assert.equal(await codeOf(call), missing);
    }
    assert.equal(await codeOf(data.comments.list(SYSTEM, 'users', forum.people.ada)), 'ROW_NOT_FOUND');
    assert.equal(await codeOf(data.comments.list(staff, 'replies', 1)), 'ROW_NOT_FOUND');
  });

  it('are changed by their author, and deleted by their author and admins', async () => {
    const { ada, staff, admin } = forum;
    const id = await say(ada, adas, 'mine');
    assert.equal(await codeOf(data.comments.update(staff, 'topics', adas, id, { text: 'x' })), 'FORBIDDEN');
    assert.equal(await codeOf(data.comments.remove(staff, 'topics', adas, id)), 'FORBIDDEN');
    assert.equal(await codeOf(data.comments.update(admin, 'topics', adas, id, { text: 'x' })), 'FORBIDDEN');
    assert.equal(await codeOf(data.comments.update(ada, 'topics', bens, id, { text: 'x' })), 'ROW_NOT_FOUND');
    await data.comments.update(ada, 'topics', adas, id, { text: 'mine, edited' });
    const [found] = (await data.comments.list(ada, 'topics', adas)).comments;
    assert.deepEqual([found.text, found.isOwn, found.editedAt !== null], ['mine, edited', true, true]);
    await data.comments.remove(admin, 'topics', adas, id);
    assert.equal(await codeOf(data.comments.remove(ada, 'topics', adas, id)), 'COMMENT_NOT_FOUND');
    assert.equal(await codeOf(data.comments.remove(ada, 'topics', adas, 'no-uuid')), 'COMMENT_NOT_FOUND');
  });

  it('can be for those only who may change the row', async () => {
    const { staff } = forum;
    const reader = { userId: forum.people.ben, roles: ['user', 'public'], system: false };
    await data.edit(SYSTEM, 'change-table', { table: 'replies', changes: { comments: 'editors' } });
    const { id } = await data.rows.insert(staff, 'replies', { text: 'r', topic: adas, score: 1 });
    const may = (/** @type {Actor} */ actor) =>
      data.comments.list(actor, 'replies', id).then((/** @type {any} */ one) => one.mayWrite);
    const [first, second] = [await may(staff), await may(VISITOR)];
    assert.deepEqual([first, second], [true, false]);
    assert.equal(await codeOf(data.comments.add(VISITOR, 'replies', id, { text: 'x' })), 'LOGIN_REQUIRED');
    if (!(await may(reader)))
      assert.equal(await codeOf(data.comments.add(reader, 'replies', id, { text: 'x' })), 'FORBIDDEN');
    await data.edit(SYSTEM, 'change-table', { table: 'replies', changes: { comments: 'off' } });
    assert.equal(await codeOf(data.comments.list(staff, 'replies', id)), 'COMMENTS_OFF');
  });

  it('refuse nothing, too much, and what is no text', async () => {
    for (const text of ['', ' \n\t ', null, 7, 'x'.repeat(10_001)])
      assert.equal(await codeOf(say(forum.ada, adas, text)), 'INPUT_INVALID');
    await say(forum.ada, adas, 'nul \0 and \ud800');
  });

  it('go with their row and come back with it', async () => {
    const { staff, admin, people } = forum;
    const { id } = await data.rows.insert(staff, 'topics', { title: 'short-lived', author: people.ada });
    await say(staff, id, 'keep me');
    await data.rows.remove(staff, 'topics', id);
    assert.equal(await codeOf(data.comments.list(admin, 'topics', id)), 'ROW_NOT_FOUND');
    await data.comments.sweep();
    const [entry] = await data.history.deleted(admin, 'topics');
    await data.history.restore(admin, 'topics', id, entry.id);
    assert.deepEqual(await texts(staff, id), ['keep me']);
  });
});

describe('mentions', () => {
  it('Z1: name only people who may read the row, who are told', async () => {
    const { staff, ada, ben, people } = forum;
    assert.deepEqual(await data.comments.people(staff, 'topics', adas, 'A'), [
      { id: people.ada, name: 'ada', picture: null },
    ]);
    await say(staff, adas, 'hey @Ada, @ben and @adam');
    const [text] = await texts(staff, adas);
    assert.equal(text, `hey @{${people.ada}}, @ben and @adam`);
    assert.equal(await data.notifications.unread(ada), 1);
    assert.equal(await data.notifications.unread(ben), 0);
    const { notifications } = await data.notifications.list(ada);
    assert.deepEqual(
      notifications.map((/** @type {any} */ { kind, row, by }) => [kind, row.table, row.label, by.name]),
      [['mention', 'topics', 'of ada', 'cyd']],
    );
    await data.notifications.markRead(ada);
  });

  it('tell nobody of their own comments, nor twice after an edit', async () => {
    const { staff, ada, people } = forum;
    await say(ada, adas, 'note to self: @ada');
    assert.equal(await data.notifications.unread(ada), 0);
    const id = await say(staff, adas, 'see @ada');
    const { comments, names } = await data.comments.list(staff, 'topics', adas);
    const typed = data.comments.typed(comments[0].text, names);
    assert.equal(typed, 'see @ada');
    await data.comments.update(staff, 'topics', adas, id, { text: `${typed} again` });
    assert.equal(await data.notifications.unread(ada), 1);
    await say(staff, adas, `forged @{${people.ada}}`);
    assert.equal(await data.notifications.unread(ada), 1);
  });

  it('Z4: say nothing any more once the reader may not read the row', async () => {
    const { staff, ada, people } = forum;
    await say(staff, adas, 'still there, @ada?');
    const before = await data.notifications.unread(ada);
    await data.rows.update(staff, 'topics', adas, { author: people.ben });
    assert.equal(await data.notifications.unread(ada), 0);
    assert.deepEqual((await data.notifications.list(ada)).notifications, []);
    await data.rows.update(staff, 'topics', adas, { author: people.ada });
    assert.equal(await data.notifications.unread(ada), before);
  });
});

describe('people whom a row is assigned to', () => {
  /** @param {Actor} actor */
  const told = async (actor) =>
    (await data.notifications.list(actor)).notifications
      .filter((/** @type {any} */ one) => one.kind === 'assigned' && !one.isRead)
      .map((/** @type {any} */ one) => `${one.row.label} ${one.field} ${one.by?.name}`);

  before(async () => {
    await data.edit(SYSTEM, 'change-field', {
      table: 'topics',
      field: 'author',
      changes: { attributes: { notify: true } },
    });
    await data.notifications.markRead(forum.ada);
    await data.notifications.markRead(forum.ben);
  });

  it('are told whichever way it was written, once, and not by themselves', async () => {
    const { staff, ada, ben, people } = forum;
    const { id } = await data.rows.insert(staff, 'topics', { title: 'a1', author: people.ada });
    await data.rows.insertMany(staff, 'topics', [
      { title: 'a2', author: people.ada },
      { title: 'b1', author: people.ben },
    ]);
    await data.rows.update(staff, 'topics', id, { author: people.ada, title: 'a1 again' });
    assert.deepEqual(await told(ada), ['a2 Author cyd', 'a1 again Author cyd']);
    await data.rows.update(staff, 'topics', id, { author: people.ben });
    await data.rows.update(staff, 'topics', id, { author: null });
    await data.rows.update(staff, 'topics', id, { author: people.ben });
    assert.deepEqual((await told(ben)).sort(), ['a1 again Author cyd', 'b1 Author cyd']);
    await data.rows.insert(ada, 'topics', { title: 'own', author: people.ada });
    assert.deepEqual(await told(ada), ['a2 Author cyd']);
  });

  it('can do without', async () => {
    const { staff, ada, people } = forum;
    await data.notifications.markRead(ada);
    await data.notifications.mute(ada, ['assigned']);
    await data.rows.insert(staff, 'topics', { title: 'quiet', author: people.ada });
    assert.deepEqual(await told(ada), []);
    assert.equal(await codeOf(data.notifications.mute(ada, ['everything'])), 'INPUT_INVALID');
    await data.notifications.mute(ada, []);
  });

  it('are not told of a row that was refused', async () => {
    const { staff, ada, people } = forum;
    assert.notEqual(await codeOf(data.rows.insert(staff, 'topics', { title: null, author: people.ada })), 'allowed');
    assert.deepEqual(await told(ada), []);
  });
});

describe('notify', () => {
  it('is for logic: it tells who may read the row, not the actor, and only what is wanted', async () => {
    const { staff, ada, ben, people } = forum;
    const row = { table: 'topics', id: adas };
    const notify = (/** @type {any} */ message) => data.notifications.notify(staff, { kind: 'reminder', ...message });
    assert.equal(await notify({ user: people.ada, row, text: 'Due tomorrow' }), true);
    assert.equal(await notify({ user: people.ben, row, text: 'Due tomorrow' }), false);
    assert.equal(await notify({ user: staff.userId, text: 'x' }), false);
    assert.equal(await notify({ user: people.ben, text: 'Without a row' }), true);
    assert.deepEqual((await data.notifications.list(ben)).notifications[0].text, 'Without a row');
    const [{ id, text }] = (await data.notifications.list(ada)).notifications;
    assert.equal(text, 'Due tomorrow');
    const before = await data.notifications.unread(ada);
    await data.notifications.markRead(ben, id);
    assert.equal(await data.notifications.unread(ada), before, 'somebody else can’t mark it');
    await data.notifications.markRead(ada, id);
    assert.equal(await data.notifications.unread(ada), before - 1);
    assert.equal(await codeOf(data.notifications.list(VISITOR)), 'LOGIN_REQUIRED');
  });
});
