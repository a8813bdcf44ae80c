import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '@plinth/server/testing';
import { movedOf } from './order.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const fields = ['title', 'status', 'owner'].map((name) => ({ name, type: 'text' }));
  await edit('add-table', { name: 'issues', label: 'Issues', fields });
  await edit('add-view', {
    view: { name: 'issues', table: 'issues', template: 'list', config: config(['title', 'status']) },
  });
});
after(() => server?.close());

/** @param {string} name @param {any} input */
const edit = (name, input) => server.data.edit(server.system, name, input);
/** @param {string[]} columns @param {object} [more] */
const config = (columns, more = {}) => ({ columns: columns.map((field) => ({ field })), ...more });

/** What the History screen says of a change, in sentences, and the rest of the page. @param {string} revision */
async function said(revision) {
  const { text } = await admin.get(`/admin/history/${revision}`);
  const [, list] = /<ul class="mb-0">([\s\S]*?)<\/ul>/.exec(text) ?? ['', ''];
  return { words: [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, word]) => unescaped(word)), text };
}
const unescaped = (/** @type {string} */ text) =>
  text.replaceAll('&#34;', '"').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** @param {any} changes of the view */
const changed = async (changes) => said((await edit('change-view', { view: 'issues', changes })).revision);

describe('the history of a view', () => {
  it('reads as a list of changes in words', async () => {
    const first = await changed({ config: config(['status', 'title', 'owner'], { pageSize: 50, striped: true }) });
    assert.deepEqual(first.words.toSorted(), [
      'Column “Owner” added',
      'Column “Title” moved after Column “Status”',
      'Rows per page changed from “20” to “50”',
      'Striped rows switched on',
    ]);
    assert.match(first.text, /<details[\s\S]*columns:/, 'the exact values are a click away');
    const second = await changed({ config: { columns: [{ field: 'title', label: 'What' }, { field: 'owner' }] } });
    assert.deepEqual(second.words.toSorted(), [
      'Column “Status” removed',
      'Column “What”: Column heading set to “What”',
      'Rows per page changed from “50” to “20”',
      'Striped rows switched off',
    ]);
  });

  it('keeps other parts as before and after', async () => {
    const { words, text } = await changed({ label: 'All issues' });
    assert.deepEqual(words, []);
    assert.match(text, /adm-diff-in[^>]*>All issues/);
    assert.doesNotMatch(text, /<details class="card-body adm-more"/);
  });
});

describe('the history of a page', () => {
  it('names elements by their titles, and where they were moved', async () => {
    const heading = node('heading', { text: 'Open issues' });
    const text = node('text', { text: 'Hello' });
    const card = node('card', { title: 'Work' }, []);
    const root = node('stack', {}, [heading, text, card]);
    await edit('add-page', { page: { name: 'work', title: 'Work', layout: root } });
    const words = async (/** @type {any[]} */ children) =>
      (await said((await edit('change-page', { page: 'work', changes: { layout: { ...root, children } } })).revision))
        .words;

    assert.deepEqual(await words([text, { ...card, children: [heading] }]), [
      'Heading “Open issues” moved into Card “Work”',
    ]);
    const inner = { ...heading, settings: { text: 'All issues' }, visible: { roles: ['staff'], when: 'user != null' } };
    assert.deepEqual(await words([text, { ...card, children: [inner] }]), [
      'Heading “All issues”: Text changed from “Open issues” to “All issues”',
      'Heading “All issues” is shown to Staff only',
      'Heading “All issues” is shown only if user != null',
    ]);
    const placed = { ...inner, at: { phone: { hidden: true, width: 6 } } };
    assert.deepEqual(await words([text, { ...card, children: [placed] }]), [
      'Heading “All issues” on Phone: Width 6, Hidden',
    ]);
    assert.deepEqual(await words([text, { ...card, children: [inner] }]), ['Heading “All issues” on Phone: default']);
    const button = node('text', { text: '<b New & bold' });
    assert.deepEqual(await words([{ ...card, children: [inner, button] }, text]), [
      'Text “<b New & bold” added to Card “Work”',
      'Text “Hello” moved after Card “Work”',
    ]);
    assert.deepEqual(await words([text]), ['Card “Work” removed']);
  });

  it('X1: escapes what people wrote', async () => {
    const { revisions } = await server.data.revisions.list({ limit: 5 });
    for (const { id } of revisions) assert.doesNotMatch((await admin.get(`/admin/history/${id}`)).text, /<b New/);
  });

  it('tells an undone step in words, too', async () => {
    const { revisions } = await server.data.revisions.list({ limit: 1 });
    const { revision } = await server.data.revisions.undo(server.system, revisions[0].id);
    assert.deepEqual((await said(revision)).words, ['Card “Work” added']);
  });
});

describe('what was moved', () => {
  it('is as little as explains the order', () => {
    assert.deepEqual(movedOf(['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'a']), ['a']);
    assert.deepEqual(movedOf(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c']), ['d']);
    assert.deepEqual(movedOf(['a', 'b'], ['a', 'b']), []);
    assert.deepEqual(movedOf([], []), []);
  });
});
