import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { startTestServer } from '../src/testing/index.js';
import { listen } from '../src/testing/event-source.js';

/**
 * Random rights of random roles, and every way by which somebody could learn of a row or a field, compared with plain
 * functions over the rows that were written: no rule is read, no statement asked.
 */

const TASKS = 10;
const PROJECTS = 4;
const PEOPLE = /** @type {Record<string, string[]>} */ ({ ann: ['user'], bob: ['user'], sue: ['staff'] });
const ROLES = ['public', 'user', 'staff'];
const HELD = /** @type {Record<string, string[]>} */ ({
  visitor: ['public'],
  ann: ['public', 'user'],
  bob: ['public', 'user'],
  sue: ['public', 'user', 'staff'],
});
const ACTORS = Object.keys(HELD);

/**
 * @typedef {{ id: number, n: number, title: string, secret: string, amount: number | null, open: boolean, owner: string | null,
 *   project: number | null, file: string }} Task
 * @typedef {{ id: number, name: string, lead: string | null, members: string[] }} Project
 * @typedef {{ name: string, id: string | null, groups: string[] }} Person
 * @typedef {{ text: string, holds: (row: any, person: Person, world: World) => boolean }} Rule
 * @typedef {{ server: any, tasks: Task[], projects: Project[], people: Record<string, Person>, tokens: Record<string, string>,
 *   clients: Record<string, any> }} World
 */

/** @type {Rule[]} */
const TASK_RULES = [
  { text: 'row.owner == user.id', holds: (row, { id }) => id !== null && row.owner === id },
  { text: 'row.open', holds: (row) => row.open },
  { text: 'row.amount > 3', holds: (row) => row.amount !== null && row.amount > 3 },
  { text: 'row.owner == null', holds: (row) => row.owner === null },
  { text: '"crew" in user.groups', holds: (_, { groups }) => groups.includes('crew') },
  { text: 'user.signedIn', holds: (_, { id }) => id !== null },
  {
    text: 'row.project.lead == user.id',
    holds: (row, { id }, world) => id !== null && projectOf(row, world)?.lead === id,
  },
  {
    text: 'row.project.members.exists(m, m.id == user.id)',
    holds: (row, { id }, world) => id !== null && (projectOf(row, world)?.members.includes(id) ?? false),
  },
];
/** @type {Rule[]} */
const PROJECT_RULES = [
  { text: 'row.lead == user.id', holds: (row, { id }) => id !== null && row.lead === id },
  { text: 'user.id in row.members', holds: (row, { id }) => id !== null && row.members.includes(id) },
  {
    text: 'row.tasks.exists(t, t.owner == user.id)',
    holds: (row, { id }, { tasks }) =>
      id !== null && tasks.some((task) => task.project === row.id && task.owner === id),
  },
  { text: 'row.name != "p1"', holds: (row) => row.name !== 'p1' },
];

/** @param {any} row @param {World} world */
const projectOf = (row, { projects }) => projects.find(({ id }) => id === row.project);

/** @param {Rule[]} rules @returns {fc.Arbitrary<Rule>} */
const ruleOf = (rules) =>
  fc.letrec((tie) => ({
    rule: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom(...rules),
      fc
        .tuple(tie('rule'), tie('rule'))
        .map(([a, b]) => joined('&&', /** @type {Rule} */ (a), /** @type {Rule} */ (b))),
      fc
        .tuple(tie('rule'), tie('rule'))
        .map(([a, b]) => joined('||', /** @type {Rule} */ (a), /** @type {Rule} */ (b))),
      tie('rule').map((one) => denied(/** @type {Rule} */ (one))),
    ),
  })).rule;

/** @param {'&&' | '||'} sign @param {Rule} a @param {Rule} b @returns {Rule} */
const joined = (sign, a, b) => ({
  text: `(${a.text}) ${sign} (${b.text})`,
  holds: (...given) =>
    sign === '&&' ? a.holds(...given) && b.holds(...given) : a.holds(...given) || b.holds(...given),
});

/** "Not" of what can't be known is true of nothing, so it is asked whether the rule is not true. @param {Rule} one @returns {Rule} */
const denied = (one) => ({ text: `((${one.text}) != true)`, holds: (...given) => !one.holds(...given) });

const level = (/** @type {Rule[]} */ rules) =>
  fc.oneof(fc.constantFrom('none', 'none', 'own', 'all'), { weight: 3, arbitrary: ruleOf(rules) });
const grants = (/** @type {Rule[]} */ rules) =>
  fc.record(Object.fromEntries(ROLES.map((role) => [role, level(rules)])));
const readers = fc.constantFrom(null, null, [], ['staff'], ['user'], ['public']);

export const settings = fc.record({
  tasks: grants(TASK_RULES),
  projects: grants(PROJECT_RULES),
  fields: fc.record({ secret: readers, amount: readers, project: readers, file: readers }),
});

/** @returns {Promise<World>} */
export async function startWorld() {
  const server = await startTestServer({ users: PEOPLE });
  try {
    return await fill(server);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** @param {any} server @returns {Promise<World>} */
async function fill(server) {
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  await edit('add-table', {
    name: 'projects',
    display: 'name',
    fields: [
      { name: 'name', type: 'text' },
      { name: 'lead', type: 'user' },
      { name: 'members', type: 'many_to_many', attributes: { table: 'users' } },
    ],
  });
  await edit('add-table', {
    name: 'tasks',
    display: 'title',
    history: true,
    fields: [
      { name: 'title', type: 'text' },
      { name: 'secret', type: 'text' },
      { name: 'amount', type: 'integer' },
      { name: 'open', type: 'boolean' },
      { name: 'owner', type: 'user' },
      { name: 'project', type: 'relation', attributes: { table: 'projects' } },
      { name: 'file', type: 'file' },
    ],
  });
  await addViews(edit);
  /** @type {World} */
  const world = { server, tasks: [], projects: [], people: {}, tokens: {}, clients: {} };
  await addPeople(world);
  await addRows(world);
  return world;
}

/** @param {(name: string, input: any) => Promise<unknown>} edit */
async function addViews(edit) {
  const roles = ['public'];
  const field = (/** @type {string} */ name) => ({ kind: 'field', field: name });
  const add = (/** @type {any} */ view) => edit('add-view', { view: { label: view.name, roles, ...view } });
  const layout = (/** @type {string} */ type, /** @type {string[]} */ names) => ({
    id: 'root',
    type: 'stack',
    children: names.map((name, i) => ({ id: `c${i}`, type, settings: { field: name } })),
  });
  const columns = [field('title'), field('secret'), field('amount'), field('project.name')];
  await add({ name: 'task_list', template: 'list', table: 'tasks', config: { columns, pageSize: 50 } });
  await add({
    name: 'task',
    template: 'show',
    table: 'tasks',
    config: { layout: layout('field', ['title', 'secret']) },
  });
  await add({ name: 'task_feed', template: 'feed', table: 'tasks', config: { itemView: 'task', pageSize: 50 } });
  await add({
    name: 'task_form',
    template: 'edit',
    table: 'tasks',
    config: { layout: layout('form_field', ['title', 'project']) },
  });
  await edit('add-page', {
    page: {
      ...{ name: 'all', title: 'all', roles },
      layout: {
        ...{ id: 'root', type: 'stack' },
        children: [{ id: 'e', type: 'embed', settings: { view: 'task_list' } }],
      },
    },
  });
}

/** @param {World} world */
async function addPeople(world) {
  const { server } = world;
  const { data, system } = server;
  await data.people.groups.create(system, { label: 'Crew', name: 'crew' });
  world.people.visitor = { name: 'visitor', id: null, groups: [] };
  world.clients.visitor = await server.as('public');
  for (const name of Object.keys(PEOPLE)) {
    world.clients[name] = await server.as(name);
    const { id } = world.clients[name].user;
    if (name === 'bob') await data.people.groups.addMember(system, 'crew', id);
    world.people[name] = { name, id, groups: name === 'bob' ? ['crew'] : [] };
    world.tokens[name] = (await data.people.apiTokens.create(system, id, { name: 'x' })).token;
  }
}

/** @param {World} world */
async function addRows(world) {
  const { server, people } = world;
  const { data, system } = server;
  const ids = ['ann', 'bob', 'sue'].map((name) => String(people[name].id));
  for (let n = 0; n < PROJECTS; n++) {
    const values = {
      name: `p${n}`,
      lead: [ids[0], ids[1], null, ids[2]][n],
      members: [[ids[1]], [], [ids[0], ids[2]], []][n],
    };
    const { id } = await data.rows.insert(system, 'projects', values);
    world.projects.push({ id, ...values });
  }
  const { Readable } = await import('node:stream');
  for (let n = 0; n < TASKS; n++) {
    const file = await data.files.add(system, Readable.from([Buffer.from(`f${n}q`)]), {
      ...{ name: `f${n}.txt`, field: { table: 'tasks', field: 'file' } },
    });
    const values = {
      ...{ title: `t${n}q`, secret: `s${n}q`, amount: n % 4 === 3 ? null : n, open: n % 3 === 0, file: file.id },
      owner: n % 5 === 4 ? null : ids[n % 3],
      project: n % 6 === 5 ? null : world.projects[n % PROJECTS].id,
    };
    const { id } = await data.rows.insert(system, 'tasks', values);
    world.tasks.push({ id, n, ...values });
  }
}

/** @param {any} granted @param {string} actor @param {any} row @param {string | null} owner @param {World} world */
function reaches(granted, actor, row, owner, world) {
  const person = world.people[actor];
  return HELD[actor].some((role) => {
    const given = granted[role];
    if (given === 'all') return true;
    if (given === 'own') return person.id !== null && owner === person.id;
    return typeof given === 'object' && given.holds(row, person, world);
  });
}

/** @param {any} one @param {World} world */
async function grant(one, { server }) {
  const access = (/** @type {any} */ granted) =>
    Object.fromEntries(
      ROLES.map((role) => [
        role,
        { read: typeof granted[role] === 'object' ? { rule: granted[role].text } : granted[role] },
      ]),
    );
  const { data, system } = server;
  const fields = Object.fromEntries(
    Object.entries(one.fields).map(([name, read]) => [name, read === null ? null : { read, write: null }]),
  );
  await data.edit(system, 'set-access', { table: 'projects', access: access(one.projects), owner: 'lead' });
  await data.edit(system, 'set-access', { table: 'tasks', access: access(one.tasks), owner: 'owner', fields });
}

/**
 * Sets rights and compares all paths for everybody.
 *
 * @param {World} world @param {any} one of `settings` @returns {Promise<number>} compared cases: a row on a path
 */
export async function compareAll(world, one) {
  await grant(one, world);
  let cases = 0;
  for (const actor of ACTORS) {
    const may = (/** @type {string} */ field) =>
      one.fields[field] === null || one.fields[field].some((/** @type {string} */ role) => HELD[actor].includes(role));
    const tasks = world.tasks.filter((row) => reaches(one.tasks, actor, row, row.owner, world));
    const projects = world.projects.filter((row) => reaches(one.projects, actor, row, row.lead, world));
    const seen = { tasks, projects, may };
    const said = JSON.stringify({ actor, ...one, tasks: texts(one.tasks), projects: texts(one.projects) });
    for (const path of [pages, choices, api, search, files, history, mcp]) {
      try {
        cases += await path(world, actor, seen);
      } catch (error) {
        throw new Error(`${path.name}: ${/** @type {Error} */ (error).message}\n${said}`, { cause: error });
      }
    }
  }
  return cases + (await changes(world, one));
}

/** @param {any} granted */
const texts = (granted) => Object.fromEntries(ROLES.map((role) => [role, granted[role].text ?? granted[role]]));

/** @typedef {{ tasks: Task[], projects: Project[], may: (field: string) => boolean }} Seen */

/** Which of the words that stand in rows a text holds. @param {string} text @param {'t' | 's' | 'f'} letter */
const words = (text, letter) => [...new Set(text.match(new RegExp(`\\b${letter}\\d+q\\b`, 'g')) ?? [])].sort();

/** That a text tells of these tasks, and of what is secret only where it may be told. @param {string} text @param {Seen} seen @param {Task[]} [tasks] */
function same(text, { tasks: all, may }, tasks = all) {
  assert.deepEqual(words(text, 't'), tasks.map(({ title }) => title).sort());
  assert.deepEqual(words(text, 's'), may('secret') ? tasks.map(({ secret }) => secret).sort() : []);
  return TASKS;
}

/** @param {World} world @param {string} actor @param {Seen} seen */
async function pages({ clients, tasks }, actor, seen) {
  let cases = 0;
  for (const path of ['/view/task_list', '/view/task_feed', '/page/all'])
    cases += same((await clients[actor].get(path)).text, seen);
  const { text } = await clients[actor].get('/view/task_list');
  const names = [...new Set(text.match(/\bp\d\b/g) ?? [])].sort();
  const shown = seen.projects
    .filter(({ id }) => seen.tasks.some(({ project }) => project === id))
    .map(({ name }) => name);
  assert.deepEqual(names, seen.may('project') ? shown.sort() : []);
  for (const task of tasks.slice(0, 3)) {
    const one = await clients[actor].get(`/view/task?id=${task.id}`);
    cases += same(one.text, seen, seen.tasks.includes(task) ? [task] : []) / TASKS;
  }
  return cases + PROJECTS;
}

/** @param {World} world @param {string} actor @param {Seen} seen */
async function choices({ clients }, actor, seen) {
  const { status, text } = await clients[actor].get('/view/task_form/choices?field=project&q=p');
  const offered = status === 200 ? JSON.parse(text).map((/** @type {any} */ { label }) => label) : [];
  const expected = seen.projects.map(({ name }) => name).sort();
  // Whoever may create or change nothing may be told nothing at all; more than what he may read he never is.
  if (status === 200 && offered.length > 0) assert.deepEqual(offered.sort(), expected);
  return PROJECTS;
}

/** @param {World} world @param {string} actor @param {string} path @param {Record<string, string>} [headers] */
async function ask({ server, tokens }, actor, path, headers = {}) {
  const token = tokens[actor];
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  });
  const text = await answer.text();
  assert.ok(answer.status < 500, text);
  return { status: answer.status, text, body: answer.status === 200 && !headers.accept ? JSON.parse(text) : null };
}

/** @param {World} world @param {string} actor @param {Seen} seen */
async function api(world, actor, seen) {
  const { tasks, projects, may } = seen;
  const rows = '/tables/tasks/rows';
  let cases = same((await ask(world, actor, `${rows}?limit=500`)).text, seen);
  for (const accept of ['text/csv', 'application/x-ndjson'])
    cases += same((await ask(world, actor, rows, { accept })).text, seen);
  for (const task of world.tasks) {
    const one = await ask(world, actor, `${rows}/${task.id}`);
    assert.equal(one.status === 200, tasks.includes(task));
    same(one.text, seen, tasks.includes(task) ? [task] : []);
  }
  const counted = await ask(
    world,
    actor,
    `${rows}?count=exact&aggregate=count${may('amount') ? ',sum(amount),max(amount)' : ''}`,
  );
  if (counted.body) {
    assert.equal(counted.body.count, tasks.length);
    assert.equal(Number(counted.body.totals.count), tasks.length);
    const amounts = tasks.flatMap(({ amount }) => (amount === null ? [] : [amount]));
    if (may('amount'))
      assert.equal(counted.body.totals.sum_amount ?? null, amounts.length ? amounts.reduce((a, b) => a + b) : null);
    if (may('amount'))
      assert.equal(counted.body.totals.max_amount ?? null, amounts.length ? Math.max(...amounts) : null);
  } else assert.equal(tasks.length, 0);
  const hidden = await ask(world, actor, `${rows}?secret.starts=s`);
  const missing = await ask(world, actor, `${rows}?nothing.starts=s`);
  if (may('secret')) cases += same(hidden.text, seen);
  else
    assert.deepEqual(
      [hidden.status, plain(hidden.text)],
      [missing.status, plain(missing.text).replaceAll('nothing', 'secret')],
    );
  return cases + TASKS * 3 + (await expanded(world, actor, seen)) + projects.length;
}

/** Without the number of the request. @param {string} text */
const plain = (text) => text.replace(/"request":"\w+"/, '');

/** Rows within rows, both ways. @param {World} world @param {string} actor @param {Seen} seen */
async function expanded(world, actor, { tasks, projects, may }) {
  if (may('project')) {
    const { body } = await ask(world, actor, '/tables/tasks/rows?limit=500&expand=project&fields=title,project');
    for (const { title, project } of body?.rows ?? []) {
      const task = tasks.find((one) => one.title === title);
      const expected = projects.find(({ id }) => id === task?.project);
      assert.equal(project?.name, expected?.name, title);
    }
  }
  const { body } = await ask(world, actor, '/tables/projects/rows?limit=500&expand=tasks');
  for (const { id, tasks: children } of body?.rows ?? []) {
    const expected = may('project') ? tasks.filter(({ project }) => project === id).map(({ title }) => title) : [];
    assert.deepEqual((children ?? []).map((/** @type {any} */ { title }) => title).sort(), expected.sort());
  }
  return TASKS + PROJECTS;
}

/** @param {World} world @param {string} actor @param {Seen} seen */
async function search(world, actor, { tasks, may }) {
  for (const { secret, title } of world.tasks.slice(0, 4)) {
    const visible = tasks.find((task) => task.title === title);
    const byTitle = await ask(world, actor, `/tables/tasks/rows?q=${title}&count=exact`);
    assert.deepEqual(words(byTitle.text, 't'), visible ? [title] : []);
    const bySecret = await ask(world, actor, `/tables/tasks/rows?q=${secret}&count=exact`);
    assert.deepEqual(words(bySecret.text, 't'), visible && may('secret') ? [title] : []);
    if (bySecret.body) assert.equal(bySecret.body.count, visible && may('secret') ? 1 : 0);
  }
  return 8;
}

/** @param {World} world @param {string} actor @param {Seen} seen */
async function files({ clients, tasks: all }, actor, { tasks, may }) {
  for (const task of all) {
    const { status, text } = await clients[actor].get(`/files/${task.file}/f.txt`);
    const isOpen = tasks.includes(task) && may('file');
    assert.equal(status, isOpen ? 200 : 404, task.title);
    assert.deepEqual(words(text, 'f'), isOpen ? [`f${task.n}q`] : []);
  }
  return TASKS;
}

/** @param {World} world @param {string} actor @param {Seen} seen */
async function history({ server, people, tasks: all }, actor, { tasks, may }) {
  const { data, system } = server;
  const { id } = people[actor];
  const who = id === null ? data.access.actorOfRole(system, 'public') : await data.access.actorOfUser(system, id);
  for (const task of all) {
    const told = await data.history.list(who, 'tasks', task.id, { limit: 200 }).catch((/** @type {any} */ error) => {
      assert.equal(error.code, 'ROW_NOT_FOUND');
      return null;
    });
    assert.equal(told !== null, tasks.includes(task));
    if (told) assert.deepEqual(words(JSON.stringify(told), 's'), may('secret') ? [task.secret] : []);
  }
  return TASKS;
}

/** @param {World} world @param {string} actor @param {Seen} seen */
async function mcp({ server, tokens }, actor, seen) {
  if (!tokens[actor]) return 0;
  const call = async (/** @type {string} */ name, /** @type {any} */ given) => {
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        authorization: `Bearer ${tokens[actor]}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
    });
    return (await answer.text()).replaceAll('\\n', ' ');
  };
  let cases = same(await call('list_rows', { table: 'tasks', limit: 100 }), seen);
  cases += same(await call('read_view', { name: 'task_list' }), seen);
  return cases;
}

/** Everybody listens, every row changes. @param {World} world @param {any} one */
async function changes(world, one) {
  const { server, tokens } = world;
  const { data, system } = server;
  const listeners = [];
  for (const actor of Object.keys(PEOPLE)) {
    const stream = await listen(`${server.url}/api/v1/changes?table=tasks`, {
      authorization: `Bearer ${tokens[actor]}`,
    });
    if (stream.status === 200) listeners.push({ actor, stream });
  }
  for (const { stream } of listeners) await stream.ready();
  for (const { id, amount } of world.tasks)
    await data.rows.update(system, 'tasks', id, { amount: amount === null ? null : amount + 1 });
  for (const { id, amount } of world.tasks) await data.rows.update(system, 'tasks', id, { amount });
  for (const { actor, stream } of listeners) {
    const tasks = world.tasks.filter((row) => reaches(one.tasks, actor, row, row.owner, world));
    const after = world.tasks.filter((row) =>
      reaches(one.tasks, actor, { ...row, amount: row.amount === null ? null : row.amount + 1 }, row.owner, world),
    );
    const heard = () => words(JSON.stringify(stream.events), 't');
    const most = [...new Set([...tasks, ...after].map(({ title }) => title))].sort();
    for (let i = 0; i < 100 && heard().length < most.length; i++) await sleep(10);
    // What came into sight for a moment may be told or not; what never was may not.
    const least = tasks.map(({ title }) => title);
    assert.ok(
      heard().every((title) => most.includes(title)),
      `realtime ${actor}: ${heard()} of ${most}`,
    );
    assert.ok(
      least.every((title) => heard().includes(title)),
      `realtime ${actor}: ${heard()} lacks some of ${least}`,
    );
    stream.close();
  }
  return TASKS * listeners.length;
}
