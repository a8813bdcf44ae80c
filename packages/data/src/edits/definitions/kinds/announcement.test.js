import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRegistry, defineKind, definePlugin } from '@plinth/plugin';
import { buildCatalog } from '../../../catalog/model/catalog.js';
import { readSource, writeSource } from '../../source/index.js';
import { admin, openSite } from '../testing/edit-site.js';

/** A kind of metadata that nothing outside of these lines knows. */
const announcement = defineKind({
  name: 'announcement',
  plural: 'announcements',
  label: 'announcement',
  icon: 'speakerphone',
  order: 200,
  schema: [
    { name: 'label', type: 'text', default: '', max: 200 },
    { name: 'description', type: 'longtext', default: '' },
    { name: 'text', type: 'text', required: true, max: 500 },
    { name: 'page', type: 'page', default: null },
    { name: 'table', type: 'table', default: null },
    { name: 'field', type: 'field', default: null },
    { name: 'when', type: 'expression', default: '' },
    { name: 'roles', type: 'roles', default: [] },
  ],
});
const news = definePlugin({ name: 'news', version: '1.0.0', api: '^1', kinds: [announcement] });

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
const catalog = () => /** @type {any} */ (site.data.catalog());
const bodyOf = (/** @type {string} */ name) => {
  const { id, ...body } = catalog().announcement(name);
  return body;
};
const HELLO = {
  name: 'hello',
  text: 'We moved',
  table: 'tasks',
  field: 'title',
  when: 'row.title != ""',
  page: 'home',
};

before(async () => {
  site = await openSite(news);
  await site.edit('add-app', { name: 'desk', label: 'Desk' });
  await site.edit('add-table', { name: 'tasks', app: 'desk', fields: [{ name: 'title', type: 'text' }] });
  await site.edit('add-page', { page: { name: 'home', app: 'desk' } });
  await site.edit('add-role', { role: { name: 'crew' } });
});
after(() => site.close());

describe('a kind of metadata that a plugin defines', () => {
  it('is added, changed and removed by edits, which are undone and done again', async () => {
    const added = await site.edit('add-announcement', { announcement: HELLO });
    const first = bodyOf('hello');
    assert.deepEqual(first, { label: 'Hello', description: '', app: null, roles: [], ...HELLO });
    const changed = await site.edit('change-announcement', { announcement: 'hello', changes: { text: 'We stay' } });
    assert.equal(bodyOf('hello').text, 'We stay');
    const back = await site.data.revisions.undo(admin, changed.revision);
    assert.deepEqual(bodyOf('hello'), first);
    await site.data.revisions.undo(admin, back.revision);
    assert.equal(bodyOf('hello').text, 'We stay');
    const removed = await site.edit('remove-announcement', { announcement: 'hello' });
    assert.equal(catalog().hasAnnouncement('hello'), false);
    await site.data.revisions.undo(admin, removed.revision);
    assert.equal(bodyOf('hello').text, 'We stay');
    const { revisions } = await site.data.revisions.list({ limit: 10 });
    const said = revisions.map((/** @type {any} */ one) => one.summary);
    for (const summary of [
      'Add announcement "hello"',
      'Change announcement "Hello" (text)',
      'Remove announcement "Hello"',
      'Undo: Remove announcement "Hello"',
    ])
      assert.ok(said.includes(summary), summary);
    assert.ok(added.ids.hello);
  });

  it('is checked by its schema, with an error at each setting', async () => {
    const add = (/** @type {any} */ more) => site.edit('add-announcement', { announcement: { ...HELLO, ...more } });
    await assert.rejects(add({ name: 'hello' }), {
      code: 'NAME_TAKEN',
      message: 'The announcement "hello" already exists',
    });
    await assert.rejects(add({ name: 'Hello there' }), { code: 'NAME_INVALID' });
    await assert.rejects(add({ name: 'a', text: undefined }), { code: 'SETTINGS_INVALID', message: /^Text is/ });
    await assert.rejects(add({ name: 'a', text: 'x'.repeat(501) }), { code: 'SETTINGS_INVALID' });
    await assert.rejects(add({ name: 'a', app: 'gone' }), { code: 'OBJECT_NOT_FOUND' });
    await assert.rejects(add({ name: 'a', size: 1 }), {
      code: 'INPUT_INVALID',
      message: /is unknown to an announcement\. Known: name, label, description, app, text, page/,
    });
    await assert.rejects(site.edit('add-announcement', {}), { code: 'INPUT_INVALID' });
    await assert.rejects(site.data.edit({ ...admin, roles: ['user'] }, 'add-announcement', { announcement: HELLO }), {
      code: 'FORBIDDEN',
    });
  });

  it('is found by name and id, and missed with its name', async () => {
    const { id } = catalog().announcement('hello');
    await site.edit('change-announcement', { announcement: id, changes: { description: 'For all' } });
    assert.throws(() => catalog().announcement('gone'), {
      code: 'OBJECT_NOT_FOUND',
      status: 404,
      message: 'There is no announcement "gone"',
    });
    await assert.rejects(site.edit('remove-announcement', { announcement: 'gone' }), { code: 'OBJECT_NOT_FOUND' });
    await assert.rejects(site.edit('remove-announcement', { announcement: 7 }), { code: 'INPUT_INVALID' });
  });

  it('follows renames of what it refers to, and is itself renamed', async () => {
    await site.edit('change-page', { page: 'home', changes: { name: 'start' } });
    await site.edit('change-field', { table: 'tasks', field: 'title', changes: { name: 'subject' } });
    await site.edit('change-table', { table: 'tasks', changes: { name: 'jobs' } });
    await site.edit('change-announcement', { announcement: 'hello', changes: { name: 'news', roles: ['crew'] } });
    await site.edit('change-role', { role: 'crew', changes: { name: 'team' } });
    const { page, table, field, when, roles } = bodyOf('news');
    assert.deepEqual([page, table, field, when, roles], ['start', 'jobs', 'subject', 'row.subject != ""', ['team']]);
  });

  it('is told as a problem where it refers to nothing', async () => {
    const { revision } = await site.edit('remove-page', { page: 'start' });
    const problems = catalog().problems.filter((/** @type {any} */ one) => one.kind === 'announcement');
    assert.deepEqual(
      problems.map((/** @type {any} */ { name, at, message }) => ({ name, at, message })),
      [{ name: 'news', at: 'page', message: 'There is no page "start"' }],
    );
    await site.data.revisions.undo(admin, revision);
    assert.deepEqual(catalog().problems, []);
  });

  it('has its input and its part of app documents described by JSON Schema', () => {
    const { properties } = /** @type {any} */ (site.data.apps.schema());
    assert.deepEqual(properties.announcements.items.required, ['name', 'text']);
    assert.deepEqual(Object.keys(properties).slice(-8), ['announcements', ...Object.keys(properties).slice(-7)]);
    const { properties: taken, $defs } = /** @type {any} */ (site.data.editSchemas.of('add-announcement'));
    assert.equal(taken.announcement.$ref, '#/$defs/announcement');
    assert.deepEqual($defs.announcement.required, ['name', 'text']);
    assert.ok('app' in $defs.announcement.properties);
  });

  it('goes with its app: exported, refused if wrong, installed under a prefix, renamed and removed', async () => {
    await site.edit('change-announcement', { announcement: 'news', changes: { app: 'desk' } });
    const document = /** @type {any} */ (await site.data.apps.export(admin, 'desk'));
    assert.deepEqual(document.announcements, [
      {
        name: 'news',
        label: 'Hello',
        description: 'For all',
        text: 'We stay',
        page: 'start',
        table: 'jobs',
        field: 'subject',
        when: 'row.subject != ""',
        roles: ['team'],
      },
    ]);
    const check = (/** @type {any} */ changes) => site.data.apps.check({ ...document, ...changes });
    assert.ok(check({}).clashes.some(({ kind, name }) => kind === 'announcement' && name === 'news'));
    const [news] = document.announcements;
    assert.throws(() => check({ announcements: [{ ...news, text: 7 }] }), /announcements\.0\.text/);
    assert.throws(() => check({ announcements: [news, news] }), /announcements\.1\.name "news" occurs twice/);
    assert.match(
      JSON.stringify(check({ announcements: [{ ...news, page: 'gone' }] }).problems),
      /There is no page|gone/,
    );
    await site.data.apps.install(admin, document, { prefix: 'two_' });
    const copy = bodyOf('two_news');
    assert.deepEqual([copy.app, copy.page, copy.table], ['two_desk', 'two_start', 'two_jobs']);
    await site.edit('change-app', { app: 'two_desk', changes: { name: 'second' } });
    assert.equal(bodyOf('two_news').app, 'second');
    const { revision } = await site.edit('remove-app', { app: 'second' });
    assert.equal(catalog().hasAnnouncement('two_news'), false);
    await site.data.revisions.undo(admin, revision);
    assert.deepEqual(bodyOf('two_news'), { ...copy, app: 'second' });
    await site.edit('remove-app', { app: 'second' });
    await site.edit('remove-app', { app: 'desk' });
    await site.data.apps.install(admin, document);
    assert.deepEqual(await site.data.apps.export(admin, 'desk'), document);
  });

  it('is written as YAML and read again, with the line of what is wrong', async () => {
    const { registry } = site;
    const text = await writeSource('announcement', catalog().announcement('news'), registry);
    assert.match(text, /^name: news\nlabel: Hello\n/);
    const context = { registry, known: new Set() };
    const read = await readSource('announcement', text, context);
    assert.deepEqual(read.problems, []);
    assert.equal(read.value.text, 'We stay');
    assert.equal(await writeSource('announcement', read.value, registry), text);
    const wrong = await readSource('announcement', `${text}size: 1\n`, context);
    assert.deepEqual([wrong.value, wrong.problems[0].line], [null, text.split('\n').length]);
  });

  it('stays as it is while its plugin is off, and is there again with it', () => {
    const asItWas = bodyOf('news');
    const { version, objects } = catalog();
    const others = site.registry.plugins.filter((plugin) => plugin !== news);
    const without = buildCatalog({ version, objects: objects.values(), registry: createRegistry(others) });
    assert.equal('announcements' in without, false);
    assert.deepEqual(without.problems, []);
    const again = /** @type {any} */ (
      buildCatalog({ version, objects: without.objects.values(), registry: site.registry })
    );
    const { id: _, ...body } = again.announcement('news');
    assert.deepEqual(body, asItWas);
  });
});
