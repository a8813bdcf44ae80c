import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startTestServer } from '../../../testing/index.js';
import { generateClient } from './generate-client.js';

const ROOT = fileURLToPath(new URL('../../../../../../', import.meta.url));
const run = promisify(execFile);

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {string} */
let folder;
before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-client-'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await server.data.edit(server.system, 'add-table', {
    name: 'tasks',
    comments: 'readers',
    label: 'Tasks */ export const evil = 1; /*',
    fields: [
      { name: 'title', type: 'text', required: true, unique: true },
      { name: 'hours', type: 'integer' },
      { name: 'scan', type: 'file' },
      { name: 'kinds', type: 'multi_select', attributes: { options: [{ value: 'a', label: 'A' }] } },
      { name: 'status', type: 'select', attributes: { options: [{ value: 'open', label: 'Open' }] } },
    ],
  });
  await server.data.edit(server.system, 'add-table', {
    name: 'steps',
    fields: [{ name: 'task', type: 'relation', attributes: { table: 'tasks' } }],
  });
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(path.join(folder, 'client.ts'), await generateClient(server.runtime, server.system));
});
after(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** @param {string} name @param {string} text */
async function compile(name, text) {
  await writeFile(path.join(folder, name), text);
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--allowImportingTsExtensions'];
  return run(
    path.join(ROOT, 'node_modules/.bin/tsc'),
    [...flags, '--lib', 'es2022,dom,dom.iterable', '--types', '', name],
    {
      cwd: folder,
    },
  ).then(
    () => '',
    (error) => String(error.stdout || error),
  );
}

describe('the generated client', () => {
  it('compiles, and knows the fields of each table', async () => {
    const head = `import { createClient } from './client.ts';\nconst client = createClient({ baseUrl: '' });\n`;
    const right = `const row = await client.table('tasks').get(1);\nexport const hours: number | null = row.hours;\nexport const status: 'open' | null = row.status;\n`;
    const more = [
      `const { row: read, version } = await client.table('tasks').getVersioned(1);`,
      `await client.table('tasks').update(read.id, { hours: 1 }, { version });`,
      `await client.table('tasks').updateMany([{ id: 1, hours: 2 }]);`,
      `const { results } = await client.table('tasks').upsertMany('title', [{ title: 'x' }]);`,
      `export const first: string | undefined = results[0]?.row?.title;`,
      `const file = await client.files.upload(new File(['x'], 'x.txt'), { table: 'tasks', field: 'scan' });`,
      `await client.table('tasks').insert({ title: 'x', scan: file.id });`,
      `for await (const step of client.expanded(read, 'steps')) console.log(step.id);`,
      `await client.transaction([{ op: 'update', table: 'tasks', id: 1, values: {}, expect: { hours: 1 } }]);`,
      `const { comments, next } = await client.table('tasks').comments(1).list({ limit: 5 });`,
      `export const said: string | undefined = comments[0]?.by.name ?? next ?? undefined;`,
      `await client.table('tasks').comments(1).update('x', { text: 'better' });`,
      `const { revision, ...change } = await client.request('POST revisions/:id/undo', { id: 'x', body: { dryRun: true } });`,
      `const { files } = await client.request('GET files', { query: { limit: 5 } });`,
      `export const size: number | undefined = files?.[0]?.size;`,
    ].join('\n');
    assert.equal(await compile('right.ts', head + right + more), '');
    for (const wrong of [
      `client.table('nothing');`,
      `client.table('tasks').insert({ titel: 'x' });`,
      `client.table('tasks').insert({ hours: 'x' });`,
      `client.table('tasks').insert({ title: 'x', kinds: ['b'] });`,
      `client.request('GET nothing', {});`,
      `client.table('tasks').comments(1).add('text');`,
      `client.request('GET revisions', { query: { limit: 'x' } });`,
      `client.request('POST edits', { body: { edit: 'add-table' } });`,
    ])
      assert.match(await compile('wrong.ts', `${head}${wrong}\n`), /error TS/, wrong);
  });

  it('is used against a running server', async () => {
    const { createClient, PlinthError, evil } = await import(pathToFileURL(path.join(folder, 'client.ts')).href);
    assert.equal(evil, undefined, 'I4: a label stays a label');
    const admin = await server.as('admin');
    const { token } = await server.data.people.apiTokens.create(server.system, admin.user.id, { name: 'client' });
    const tasks = createClient({ baseUrl: server.url, token }).table('tasks');
    const made = await tasks.insert({ title: 'A', hours: 2 }, { idempotencyKey: 'k' });
    assert.equal((await tasks.insert({ title: 'A', hours: 2 }, { idempotencyKey: 'k' })).id, made.id);
    assert.equal((await tasks.get(made.id)).title, 'A');
    assert.equal((await tasks.update(made.id, { hours: 3 })).hours, 3);
    assert.equal((await tasks.upsert('title', { title: 'A', hours: 4 })).id, made.id);
    await tasks.insertMany([{ title: 'B' }, { title: 'C' }]);
    const titles = [];
    for await (const row of tasks.all({ sort: '-title', limit: 2 })) titles.push(row.title);
    assert.deepEqual(titles, ['C', 'B', 'A']);
    const page = await tasks.list({ where: { 'title.in': ['B', 'C'], 'hours.empty': true }, count: 'exact' });
    assert.equal(page.count, 2);
    const { row, version } = await tasks.getVersioned(made.id);
    await tasks.update(row.id, { hours: 5 }, { version });
    const isLate = (/** @type {any} */ error) => error.status === 412 && error.code === 'PRECONDITION_FAILED';
    await assert.rejects(tasks.update(row.id, { hours: 6 }, { version }), isLate);
    await assert.rejects(tasks.remove(row.id, { version }), isLate);
    const { files } = createClient({ baseUrl: server.url, token });
    const file = await files.upload(new File(['words'], 'w.txt'), { table: 'tasks', field: 'scan' });
    await tasks.update(made.id, { scan: file.id });
    assert.equal(await (await files.content(file.id)).text(), 'words');
    assert.equal((await files.get(file.id)).name, 'w.txt');
    const comments = tasks.comments(made.id);
    const said = await comments.add({ text: 'First' });
    await comments.update(said.id, { text: 'Second' });
    assert.equal((await comments.list()).comments[0].text, 'Second');
    await comments.remove(said.id);
    const both = await tasks.upsertMany('title', [{ title: 'A', hours: 7 }, { title: 'D' }]);
    assert.deepEqual(
      both.results.map((/** @type {any} */ one) => one.status),
      [200, 201],
    );
    const steps = Array.from({ length: 205 }, () => ({ task: made.id }));
    await server.data.rows.insertMany(server.system, 'steps', steps);
    const client = createClient({ baseUrl: server.url, token });
    const { tables } = await client.request('GET catalog', {});
    assert.ok(tables.some((/** @type {any} */ { name }) => name === 'steps'));
    const asked = { edit: 'add-table', input: { name: 'more' } };
    const { revision } = await client.request('POST edits', { body: asked });
    await client.request('POST revisions/:id/undo', { id: revision });
    let found = 0;
    for await (const step of client.expanded(await tasks.get(made.id, { expand: ['steps'] }), 'steps'))
      if (step.task === made.id) found++;
    assert.equal(found, steps.length);
    for (const { id } of (await client.table('steps').list({ limit: 500 })).rows)
      await client.table('steps').remove(id);
    await tasks.removeMany([both.results[1].row.id]);
    await tasks.remove(made.id);
    await assert.rejects(
      tasks.get(made.id),
      (/** @type {any} */ error) => error instanceof PlinthError && error.code === 'ROW_NOT_FOUND',
    );
    await assert.rejects(tasks.insert({}), (/** @type {any} */ error) => /required/.test(error.fields.title));
  });
});
