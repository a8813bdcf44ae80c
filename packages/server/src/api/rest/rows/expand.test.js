import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer, withBarrierPassed } from '../../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, string>} */
const tokens = {};
/** @type {Record<string, any>} */
const ids = {};

/** A value for a field of each kind; those whose form JSON inside of a statement could change above all. */
const VALUES = {
  words: ['text', 'a "b" \\ ü 😀'],
  essay: ['rich_text', '<p>x</p>'],
  whole: ['integer', 9007199254740991],
  exact: ['decimal', '12345678901234567890.12345'],
  price: ['money', '0.10'],
  share: ['percent', '12.5'],
  yes: ['boolean', false],
  day: ['date', '2026-02-28'],
  moment: ['date_time', '2026-02-28T23:59:59.123Z'],
  clock: ['time', '09:30'],
  exact_clock: ['time', '09:30:15'],
  length: ['duration', 5400],
  colour: ['colour', '#ff0000'],
  stars: ['rating', 4],
  kinds: ['multi_select', ['b', 'a'], { options: [{ value: 'a' }, { value: 'b' }] }],
  anything: ['json', { a: [1, null, 'x', { b: 1.5 }] }],
  code: ['uuid', '0190f0f0-0000-7000-8000-000000000001'],
};

before(async () => {
  server = await startTestServer({ users: { ada: ['user'], eva: ['staff'] } });
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  const staff = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  const relation = (/** @type {string} */ name, /** @type {string} */ table, type = 'relation') => ({
    name,
    type,
    attributes: { table },
  });
  await edit('add-table', {
    name: 'projects',
    access: { staff, user: { read: 'all' } },
    fields: [{ name: 'name', type: 'text' }],
  });
  await edit('add-table', {
    name: 'tags',
    access: { staff, user: { read: { rule: 'row.open == true' } } },
    fields: [
      { name: 'word', type: 'text' },
      { name: 'open', type: 'boolean' },
    ],
  });
  await edit('add-table', {
    name: 'tasks',
    owner: 'owner',
    access: { staff, user: { read: 'own' } },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'owner', type: 'user' },
      relation('project', 'projects'),
      relation('blocks', 'tasks'),
      relation('tags', 'tags', 'many_to_many'),
    ],
  });
  await edit('add-table', {
    name: 'notes',
    access: { staff },
    fields: [
      { name: 'text', type: 'text' },
      relation('task', 'tasks'),
      ...Object.entries(VALUES).map(([name, [type, , attributes = {}]]) => ({ name, type, attributes })),
    ],
  });
  await edit('add-table', { name: 'secrets', fields: [relation('project', 'projects')] });
  for (const name of ['ada', 'eva', 'admin']) {
    const { user } = await server.as(name);
    ids[name] = user.id;
    tokens[name] = (await data.people.apiTokens.create(system, user.id, { name: 'test' })).token;
  }
  const add = async (/** @type {string} */ as, /** @type {string} */ table, /** @type {any} */ values) =>
    (ids[as] = (await data.rows.insert(system, table, values)).id);
  await add('Bridge', 'projects', { name: 'Bridge' });
  await add('Tunnel', 'projects', { name: 'Tunnel' });
  await add('open', 'tags', { word: 'open', open: true });
  await add('shut', 'tags', { word: 'shut', open: false });
  await add('Dig', 'tasks', { title: 'Dig', owner: ids.ada, project: ids.Bridge, tags: [ids.open, ids.shut] });
  await add('Weld', 'tasks', { title: 'Weld', owner: ids.eva, project: ids.Bridge, blocks: ids.Dig, tags: [] });
  const values = Object.fromEntries(Object.entries(VALUES).map(([name, [, value]]) => [name, value]));
  await add('note', 'notes', { text: 'N1', task: ids.Dig, ...values });
  await add('empty', 'notes', { text: 'N2', task: ids.Dig });
  await add('secret', 'secrets', { project: ids.Bridge });
});
after(() => server?.close());

/** @param {string} who @param {string} path */
async function get(who, path, accept = 'application/json') {
  const headers = { authorization: `Bearer ${tokens[who]}`, accept };
  const answer = await fetch(`${server.url}/api/v1/tables/${path}`, { headers });
  const text = await answer.text();
  return { status: answer.status, text, json: accept.includes('ndjson') ? null : JSON.parse(text) };
}
const titles = (/** @type {any[]} */ rows) => rows.map(({ title }) => title);

describe('rows within rows', () => {
  it('shows rows that refer to this one, in steps and beyond relations', async () => {
    const { json } = await get('eva', 'projects/rows?sort=name&expand=tasks.owner,tasks.notes,tasks.tags');
    const [bridge, tunnel] = json.rows;
    assert.deepEqual([titles(bridge.tasks), tunnel.tasks], [['Dig', 'Weld'], []]);
    assert.deepEqual(bridge.tasks[0].owner, { id: ids.ada, name: 'ada', picture: null });
    assert.deepEqual(
      bridge.tasks[0].notes.map((/** @type {any} */ one) => one.text),
      ['N1', 'N2'],
    );
    assert.deepEqual(
      bridge.tasks[0].tags.map((/** @type {any} */ one) => one.word),
      ['open', 'shut'],
    );
    const beyond = await get('eva', `tasks/rows/${ids.Weld}?fields=title&expand=project.tasks,blocks.notes`);
    assert.deepEqual(titles(beyond.json.project.tasks), ['Dig', 'Weld']);
    assert.equal(beyond.json.blocks.notes.length, 2);
  });

  it('names a list by its field where several could be meant, and follows a table to itself', async () => {
    const { json } = await get('eva', `tasks/rows/${ids.Dig}?expand=tasks_blocks,tasks`);
    assert.deepEqual([titles(json.tasks_blocks), titles(json.tasks)], [['Weld'], ['Weld']]);
    const tagged = await get('eva', `tags/rows/${ids.open}?expand=tasks_tags`);
    assert.deepEqual(titles(tagged.json.tasks_tags), ['Dig']);
  });

  it('gives each row within in the very form that it has by itself', async () => {
    const { json } = await get('eva', `tasks/rows/${ids.Dig}?expand=notes`);
    for (const [i, name] of ['note', 'empty'].entries())
      assert.deepEqual(json.notes[i], (await get('eva', `notes/rows/${ids[name]}`)).json);
  });

  it('Z2 Z10: keeps to the rights of the rows and fields within', async () => {
    const { json } = await get('ada', 'projects/rows?expand=tasks.tags&name=Bridge');
    assert.deepEqual(titles(json.rows[0].tasks), ['Dig']);
    assert.deepEqual(
      json.rows[0].tasks[0].tags.map((/** @type {any} */ one) => one.word),
      ['open'],
    );
    const keys = await get('ada', `tasks/rows/${ids.Dig}`);
    assert.deepEqual(keys.json.tags, [ids.open]);
  });

  it('Z6: treats a hidden list like a missing one', async () => {
    for (const [who, hidden, missing] of [
      ['ada', 'secrets', 'secretz'],
      ['ada', 'secrets_project', 'secretz_project'],
      ['ada', 'tasks.notes', 'tasks.notez'],
    ]) {
      const answers = await Promise.all([hidden, missing].map((path) => get(who, `projects/rows?expand=${path}`)));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [422, 422],
      );
      const said = answers.map(({ json: { request, ...rest } }) => JSON.stringify(rest).replaceAll(missing, hidden));
      assert.equal(said[0], said[1]);
    }
  });

  it('Z6 Z10: reuses nothing from a request with other rights', async () => {
    for (const path of ['expand=secrets', 'expand=tasks.notes', 'expand=secrets&limit=7']) {
      assert.equal((await get('admin', `projects/rows?${path}`)).status, 200);
      assert.equal((await get('ada', `projects/rows?${path}`)).status, 422, path);
    }
    const email = await get('admin', 'tasks/rows?expand=owner&limit=3');
    assert.match(email.text, /"email"/);
    const staff = await get('eva', 'tasks/rows?expand=owner&limit=3');
    assert.equal(staff.status, 200, staff.text);
    assert.doesNotMatch(staff.text, /email/);
  });

  it('I1 I2 I11: takes no path that is none', async () => {
    for (const path of ['tasks.', '.', 'tasks..owner', '__proto__', 'constructor', 'title', "tasks'--", 'tasks.title'])
      assert.equal((await get('eva', `projects/rows?expand=${encodeURIComponent(path)}`)).status, 422, path);
  });

  it('asks one statement, however many rows and lists there are', async () => {
    const { data } = server;
    const path = 'projects/rows?expand=tasks.notes,tasks.tags,tasks.owner';
    const count = () =>
      withBarrierPassed(server, async () => {
        const before = data.db.counters().statements;
        await get('eva', path);
        return data.db.counters().statements - before;
      });
    const few = await count();
    const rows = Array.from({ length: 60 }, (_, i) => ({ title: `T${i}`, project: ids.Tunnel, tags: [ids.open] }));
    await data.rows.insertMany(server.system, 'tasks', rows);
    const many = await count();
    // Other statements, such as the freshness barrier's, differ by one or two, never by the number of rows.
    assert.ok(many <= few + 3, `${few} statements for a few rows, ${many} for many`);
    const { json } = await get('eva', `${path}&name=Tunnel`);
    assert.equal(json.rows[0].tasks.length, 60);
  });

  it('L6: returns at most 100 nested rows, and refuses too much', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({ title: `U${i}`, project: ids.Tunnel }));
    await server.data.rows.insertMany(server.system, 'tasks', rows);
    const { json } = await get('eva', 'projects/rows?expand=tasks&sort=name');
    assert.deepEqual([json.rows[1].tasks.length, 'tasks.next' in json.rows[0]], [100, false]);
    const refused = await get('eva', 'projects/rows?expand=tasks.notes.task.project.tasks.notes&limit=500');
    assert.deepEqual([refused.status, refused.json.code], [422, 'QUERY_INVALID']);
    const long = Array.from({ length: 11 }, (_, i) => (i === 0 ? 'tasks' : `tasks.blocks${'.blocks'.repeat(i)}`));
    assert.equal((await get('eva', `projects/rows?expand=${long}`)).status, 422);
  });

  /** All of a list within a row: what came with it, and what the address beside it leads to. @param {string} who @param {any} row @param {string} name */
  async function whole(who, row, name) {
    const all = [...row[name]];
    for (let address = row[`${name}.next`]; address;) {
      assert.match(address, /^\/api\/v1\/tables\//);
      const { status, json } = await get(who, address.replace('/api/v1/tables/', ''));
      assert.equal(status, 200, JSON.stringify(json));
      all.push(...json.rows);
      address = json.next && address.replace(/after=.*/, `after=${json.next}`);
    }
    return all;
  }

  it('links to the rest of a list that does not fit, of each kind, with the rights of its reader', async () => {
    const { data, system } = server;
    const words = Array.from({ length: 110 }, (_, i) => ({ word: `w${i}`, open: i % 2 === 0 || i < 20 }));
    const { done: tags } = await data.rows.insertMany(system, 'tags', words);
    const keys = tags.map((/** @type {any} */ tag) => tag.id);
    await data.rows.update(system, 'tasks', ids.Dig, { tags: keys });
    const { done: many } = await data.rows.insertMany(
      system,
      'tasks',
      Array.from({ length: 105 }, (_, i) => ({ title: `M${i}`, tags: [keys[0]], project: ids.Bridge })),
    );
    const notes = Array.from({ length: 23 }, (_, i) => ({ text: `n${i}`, task: many[0].id }));
    await data.rows.insertMany(system, 'notes', notes);
    const cases = /** @type {[string, string, string, number][]} */ ([
      ['eva', `tasks/rows/${ids.Dig}?expand=tags`, 'tags', 110],
      ['ada', `tasks/rows/${ids.Dig}?expand=tags`, 'tags', 65],
      ['eva', `tags/rows/${keys[0]}?expand=tasks_tags`, 'tasks_tags', 106],
      ['eva', `projects/rows/${ids.Bridge}?expand=tasks`, 'tasks', 107],
      ['eva', `tasks/rows/${ids.Weld}?expand=project.tasks`, 'project.tasks', 107],
    ]);
    for (const [who, path, place, count] of cases) {
      const { json } = await get(who, path);
      const [name, row] = place === 'project.tasks' ? ['tasks', json.project] : [place, json];
      const all = await whole(who, row, name);
      assert.equal(new Set(all.map(({ id }) => id)).size, count, `${who} ${path}`);
      assert.equal(all.length, count, `${who} ${path}`);
      assert.deepEqual(
        all.map(({ id }) => id),
        all.map(({ id }) => id).toSorted((a, b) => a - b),
      );
    }
    const deep = await get('eva', 'projects/rows?sort=name&expand=tasks.notes,tasks.owner');
    const [bridge] = deep.json.rows;
    const first = bridge.tasks.find((/** @type {any} */ task) => task.id === many[0].id);
    assert.deepEqual([first.notes.length, (await whole('eva', first, 'notes')).length], [20, 23]);
    const rest = (await whole('eva', bridge, 'tasks')).slice(100);
    assert.ok(rest.length > 0 && rest.every(({ notes: within }) => Array.isArray(within)), 'shown as those before');
  });

  it('Z3: links to no list of people who are only visible through relations', async () => {
    const { data, system } = server;
    const members = { name: 'members', type: 'many_to_many', attributes: { table: 'users' } };
    await data.edit(system, 'add-table', { name: 'clubs', access: { staff: { read: 'all' } }, fields: [members] });
    const { rows } = await data.db.query(
      `insert into plinth.users (name, email) select 'Person ' || i, 'p' || i || '@example.com' from generate_series(1, 101) i returning id`,
    );
    const people = rows.map((/** @type {any} */ { id }) => id);
    const { id } = await data.rows.insert(system, 'clubs', { members: people });
    const { json } = await get('eva', `clubs/rows/${id}?expand=members`);
    assert.deepEqual([json.members.length, json['members.next']], [100, null]);
    const all = await get('admin', `clubs/rows/${id}?expand=members`);
    assert.equal((await whole('admin', all.json, 'members')).length, 101);
  });

  it('Z6: asks lists of rows that point here whether they have one, of those that one may read', async () => {
    const having = async (/** @type {string} */ who, /** @type {string} */ query) => {
      const { json } = await get(who, query);
      return json.rows?.map((/** @type {any} */ row) => row.id) ?? [json.code, json.title];
    };
    assert.deepEqual(await having('eva', `projects/rows?tasks.has=${ids.Dig}`), [ids.Bridge]);
    assert.deepEqual(await having('eva', `tasks/rows?tasks_blocks.has=${ids.Weld}`), [ids.Dig]);
    assert.deepEqual(await having('eva', `projects/rows?tasks.has=${ids.Weld}`), [ids.Bridge]);
    assert.deepEqual(await having('ada', `projects/rows?tasks.has=${ids.Weld}`), [], 'a task of somebody else');
    const [hidden, missing] = [
      await having('ada', 'projects/rows?secrets.has=1'),
      await having('ada', 'projects/rows?secretz.has=1'),
    ];
    assert.deepEqual(JSON.stringify(hidden), JSON.stringify(missing).replace('secretz', 'secrets'));
    assert.deepEqual((await having('eva', 'projects/rows?tasks.has=x'))[0], 'FILTER_INVALID');
  });

  it('also with text keys, and fields named like an option', async () => {
    const { data, system } = server;
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
    const access = { staff: { read: 'all' } };
    const fields = [{ name: 'word', type: 'text' }];
    await edit('add-table', { name: 'boxes', key: 'uuid', access, fields });
    const group = { name: 'group', type: 'relation', attributes: { table: 'boxes' } };
    const links = { name: 'links', type: 'many_to_many', attributes: { table: 'boxes' } };
    await edit('add-table', { name: 'things', key: 'uuid', access, fields: [...fields, group, links] });
    const add = async (/** @type {string} */ table, /** @type {any[]} */ rows) =>
      (await data.rows.insertMany(system, table, rows)).done.map((/** @type {any} */ row) => row.id);
    const [box, ...boxes] = await add(
      'boxes',
      Array.from({ length: 102 }, (_, i) => ({ word: `b${i}` })),
    );
    const things = await add(
      'things',
      Array.from({ length: 101 }, () => ({ group: box })),
    );
    await data.rows.update(system, 'things', things[0], { links: boxes });
    const of = await get('eva', `boxes/rows/${box}?expand=things`);
    assert.equal((await whole('eva', of.json, 'things')).length, 101);
    const linked = await get('eva', `things/rows/${things[0]}?expand=links`);
    assert.equal((await whole('eva', linked.json, 'links')).length, 101);
  });

  it('streams rows with nested ones', async () => {
    const { text } = await get('eva', 'projects/rows?expand=tasks&fields=name&sort=name', 'application/x-ndjson');
    const [first] = text.split('\n').map((line) => line && JSON.parse(line));
    assert.deepEqual([first.name, titles(first.tasks).slice(0, 2)], ['Bridge', ['Dig', 'Weld']]);
    assert.match(first['tasks.next'], /^\/api\/v1\/tables\/tasks\/rows\?project=/);
  });
});
