import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { readForms, startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;

before(async () => {
  const app = new URL('../../../../plugins/starter-apps/apps/issue-tracker.json', import.meta.url);
  server = await startTestServer({ app: JSON.parse(await readFile(app, 'utf8')) });
  admin = await server.as('admin');
});
after(() => server.close());

const catalog = () => server.data.catalog();
/** @param {string} address */
async function sourceAt(address) {
  const { text } = await admin.get(`${address}/source`);
  const form = readForms(text).find((one) => 'text' in one.values);
  assert.ok(form, text.slice(0, 2000));
  return /** @type {Record<string, string>} */ (form.values);
}
/** @param {string} address @param {Record<string, string>} values */
const save = (address, values) => admin.post(`${address}/source`, values);
/** @param {string} address @param {Record<string, string>} values */
const publish = (address, values) => save(address, { ...values, op: 'publish' });
/** @param {string} id of a view or page */
const draftOf = (id) => server.data.drafts.find(server.system, id);
/** @param {string} address @param {string} text */
const check = async (address, text) =>
  JSON.parse((await admin.post(`${address}/source/check`, { text })).text).problems;

describe('the source of views and pages', () => {
  it('saved unchanged, each stays as it is', async () => {
    const { views, pages } = structuredClone({ views: catalog().views, pages: catalog().pages });
    for (const [kind, list] of /** @type {[string, any[]][]} */ ([
      ['views', views],
      ['pages', pages],
    ]))
      for (const { name } of list) {
        const values = await sourceAt(`/admin/${kind}/${name}`);
        const answer = await save(`/admin/${kind}/${name}`, values);
        assert.equal(answer.status, 303, `${name}: ${answer.text.slice(0, 500)}`);
      }
    const plain = (/** @type {unknown} */ value) => JSON.parse(JSON.stringify(value));
    for (const { id, name } of [...views, ...pages]) assert.equal(await draftOf(id), null, `${name} has no draft`);
    for (const view of views) {
      const now = await sourceAt(`/admin/views/${view.name}`);
      assert.ok(now.text.includes(`name: ${view.name}`));
    }
    assert.deepEqual(plain(catalog().pages), plain(pages));
    assert.deepEqual(catalog().problems, []);
  });

  it('edits the draft, which is published as one edit; new nodes get their ids', async () => {
    const { version } = catalog();
    const values = await sourceAt('/admin/pages/issues');
    const text = values.text.replace(
      '  children:\n',
      '  children:\n    - type: heading\n      settings:\n        text: By hand\n      at:\n        phone:\n          hidden: true\n',
    );
    assert.notEqual(text, values.text);
    const answer = await save('/admin/pages/issues', { ...values, text });
    assert.deepEqual([answer.status, answer.location], [303, '/admin/build/pages/issues']);
    assert.equal(catalog().version, version, 'nothing is published');
    assert.doesNotMatch((await admin.get('/page/issues')).text, /By hand/);
    assert.match((await admin.get('/admin/build/pages/issues/canvas')).text, /By hand/);
    const again = await sourceAt('/admin/pages/issues');
    assert.match(again.text, /text: By hand/, 'the draft is what is read');
    assert.match(
      String((await publish('/admin/pages/issues', again)).location),
      /^\/admin\/build\/pages\/issues\?done=/,
    );
    assert.equal(catalog().version, version + 1);
    const [first] = /** @type {any} */ (catalog().page('issues').layout).children;
    assert.equal(first.settings.text, 'By hand');
    assert.deepEqual(structuredClone(first.at), { phone: { hidden: true } });
    assert.match(first.id, /^[a-z2-7]{8}$/);
    assert.match((await admin.get('/page/issues')).text, /By hand/);
  });

  it('tells every error at its line', async () => {
    const { text } = await sourceAt('/admin/pages/issues');
    const lineOf = (/** @type {string} */ part, /** @type {string} */ whole) =>
      whole.slice(0, whole.indexOf(part)).split('\n').length;
    const first = async (/** @type {string} */ typed) => (await check('/admin/pages/issues', typed))[0];
    for (const [from, to] of [
      ['type: heading', 'type: no_such_element'],
      ['text: By hand', 'texts: By hand'],
      ['title:', 'tittle:'],
      ['text: By hand', 'text: [1, 2'],
      ['type: heading', 'type: 17'],
    ]) {
      const typed = text.replace(from, to);
      const problem = await first(typed);
      assert.equal(problem.severity, 'error', to);
      const wanted = lineOf(to, typed);
      // What an open bracket lacks is missed at the line after it.
      assert.ok(
        [wanted, ...(to.includes('[') ? [wanted + 1] : [])].includes(problem.line),
        `${to}: ${JSON.stringify(problem)}`,
      );
    }
    const dangling = text.replace('view: issue_list', 'view: gone');
    const warning = await first(dangling);
    assert.deepEqual([warning.severity, warning.line], ['warning', lineOf('view: gone', dangling)]);
    assert.deepEqual(await check('/admin/pages/issues', text), []);
  });

  it('bad input is refused, with what was typed', async () => {
    const { version } = catalog();
    const values = await sourceAt('/admin/views/issue_list');
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
      .split('')
      .map((name, i) => `${name}: &${name} [${`*${'abcdefghij'[i]},`.repeat(9).slice(0, -1)}]`)
      .join('\n')}`;
    for (const text of [
      ...['', '- 1', '"text"', 'name: [', ':', '\t\t', '%YAML 9', bomb, 'a: 1\na: 2', '? [1]\n: 2', '!!js/function x'],
      values.text.replace('template: list', 'template: feed'),
      values.text.replace('table: issues', 'table: projects'),
      values.text.replace('name: issue_list', 'name: Bad Name'),
      values.text.replace('name: issue_list', 'name: issue_show'),
    ]) {
      const answer = await save('/admin/views/issue_list', { ...values, text });
      assert.ok([409, 422].includes(answer.status), `${answer.status} ${text.slice(0, 60)}`);
      const again = readForms(answer.text).find((one) => 'text' in one.values)?.values.text ?? '';
      assert.equal(String(again).trim(), text.trim());
    }
    assert.equal(catalog().version, version);
  });

  it('a source that somebody else changed meanwhile is not overwritten', async () => {
    const values = await sourceAt('/admin/pages/my_work');
    await server.data.edit(server.system, 'change-page', {
      page: 'my_work',
      changes: { title: 'Theirs', description: 'Also theirs' },
    });
    const typed = { ...values, text: values.text.replace('title: My work', 'title: Mine') };
    const answer = await save('/admin/pages/my_work', typed);
    assert.equal(answer.status, 409);
    assert.match(answer.text, /Theirs/);
    assert.match(answer.text, /title: Mine/, 'what was typed is still there');
    const { id } = catalog().page('my_work');
    assert.equal(await draftOf(id), null);
    const told = readForms(answer.text).find((one) => 'text' in one.values)?.values;
    assert.equal((await save('/admin/pages/my_work', /** @type {any} */ (told))).status, 303);
    const { general } = /** @type {any} */ (await draftOf(id)).draft;
    assert.deepEqual([general.title, general.description], ['Mine', 'Also theirs']);
    assert.equal(catalog().page('my_work').title, 'Theirs');
  });

  it('is merged with what somebody else drafted elsewhere in it meanwhile', async () => {
    const values = await sourceAt('/admin/views/issue_list');
    const builder = await admin.get('/admin/build/views/issue_list');
    const [, json] = /id="builder-state">(.*?)<\/script>/s.exec(builder.text) ?? [];
    const { draft, version } = JSON.parse(json ?? '');
    const theirs = { ...draft, general: { ...draft.general, description: 'By the builder' } };
    await admin.postJson('/admin/build/views/issue_list/paint', { draft: theirs, version });
    const text = values.text.replace(/^label: .*$/m, 'label: By hand');
    assert.equal((await save('/admin/views/issue_list', { ...values, text })).status, 303);
    const { general } = /** @type {any} */ (await draftOf(catalog().view('issue_list').id)).draft;
    assert.deepEqual([general.label, general.description], ['By hand', 'By the builder']);
    const wrongBase = await save('/admin/views/issue_list', { ...values, text, base: '{}' });
    assert.equal(wrongBase.status, 422, 'a form that is none');
  });

  it('only admins see and change it', async () => {
    for (const role of ['user', 'public']) {
      const client = await server.as(role);
      for (const path of ['source', 'source/check']) {
        const get = await client.get(`/admin/views/issue_list/${path}`);
        assert.doesNotMatch(get.text, /template: list/);
        const post = await client.post(`/admin/views/issue_list/${path}`, { text: 'name: x' });
        assert.ok([302, 303, 401, 403, 404].includes(post.status), `${role} ${path} ${post.status}`);
        assert.doesNotMatch(post.text, /problems/);
      }
    }
  });
});
