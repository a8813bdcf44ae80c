import assert from 'node:assert/strict';
import { brotliCompressSync } from 'node:zlib';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startTestServer } from '../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, import('../src/testing/client.js').Client>} */
const people = {};
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const psql = async (/** @type {string} */ text) => (await server.data.db.query(text)).rows;
const COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const options = (/** @type {string[]} */ values) => ({
  options: values.map((value) => ({ value, label: `Column ${value}` })),
});
const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer();
  await edit('add-table', { name: 'teams', label: 'Teams', fields: [{ name: 'name', label: 'Name', type: 'text' }] });
  await edit('add-table', {
    name: 'tasks',
    label: 'Tasks',
    owner: 'who',
    fields: [
      { name: 'title', label: 'Title', type: 'text', required: true },
      { name: 'status', label: 'Status', type: 'select', attributes: options(COLUMNS) },
      { name: 'team', label: 'Team', type: 'relation', attributes: { table: 'teams', onDelete: 'set_null' } },
      { name: 'who', label: 'Who', type: 'user' },
      { name: 'points', label: 'Points', type: 'integer' },
    ],
  });
  await edit('set-access', { table: 'teams', access: { user: { ...all, update: 'none' } } });
  const access = { staff: all, user: { ...all, update: 'own', create: 'none' } };
  await edit('set-access', { table: 'tasks', access, owner: 'who' });
  const card = { titleField: 'title', totalField: 'points', personField: 'who' };
  await addBoard('board', { ...card, columnField: 'status' });
  await addBoard('by_team', { ...card, columnField: 'team' });
  await addBoard('by_who', { ...card, columnField: 'who', laneField: 'status' });
  for (const role of ['admin', 'staff', 'user', 'public']) people[role] = await server.as(role);
});
after(() => server.close());
beforeEach(() => psql('truncate app.tasks, app.teams restart identity cascade'));

/** @param {string} name @param {any} config */
const addBoard = (name, config) =>
  edit('add-view', { view: { name, label: name, template: 'board', table: 'tasks', roles: ['user'], config } });
/** Cards of a delivered board, by column. @param {string} text */
const cardsOf = (text) =>
  Object.fromEntries(
    [...text.matchAll(/data-column="([^"]*)"[^>]*>([^]*?)<\/section>/g)].map(([, column, body]) => [
      column,
      [...body.matchAll(/data-key="(\d+)"/g)].map(([, id]) => Number(id)),
    ]),
  );
/** @param {string} role @param {Record<string, any>} input @param {string} [view] */
const act = (role, input, view = 'board') =>
  people[role].post(`/view/${view}/act`, new URLSearchParams({ return: `/view/${view}`, ...input }), {
    accept: 'application/json',
  });
const move = (/** @type {number} */ id, /** @type {Record<string, any>} */ input, role = 'staff', view = 'board') =>
  act(role, { node: 'move', id: String(id), ...input }, view);
const order = async (/** @type {string} */ status) =>
  (await psql(`select id from app.tasks where status = '${status}' order by board_order, id`)).map(
    (/** @type {any} */ { id }) => Number(id),
  );
/** @param {number} count @param {string} [status] */
const fill = (count, status = 'a') =>
  psql(`insert into app.tasks (title, status) select 'Task ' || i, '${status}' from generate_series(1, ${count}) i`);

describe('a board on the server', () => {
  it('adds the field of the order once for all boards of a table', async () => {
    const { fields } = server.data.catalog().table('tasks');
    assert.deepEqual(
      fields.filter((/** @type {any} */ { type }) => type === 'rank').map((/** @type {any} */ { name }) => name),
      ['board_order'],
    );
    const ledByColumn = ['status', 'team', 'who'].map((name) => [name, 'board_order']);
    const { indexes } = server.data.catalog().table('tasks');
    assert.deepEqual(
      indexes.map((/** @type {any} */ index) => index.fields),
      ledByColumn,
    );
    for (const name of ['board', 'by_team', 'by_who'])
      assert.equal(server.data.catalog().view(name).config.rankField, 'board_order');
    await edit('add-view', {
      view: {
        name: 'sorted',
        template: 'board',
        table: 'teams',
        config: { columnField: 'name', titleField: 'name', manualOrder: false },
      },
    });
    assert.ok(
      !server.data
        .catalog()
        .table('teams')
        .fields.some((/** @type {any} */ { type }) => type === 'rank'),
    );
    await edit('remove-view', { view: 'sorted' });
  });

  it('shows 10,000 cards in 8 columns in one round trip, one statement and at most 60 KB', async () => {
    await psql(`insert into app.tasks (title, status, points)
      select 'A card with a title of usual length ' || i, (array['${COLUMNS.join("','")}'])[1 + i % 8], 1
      from generate_series(1, 10000) i`);
    await people.admin.get('/view/board?first');
    const before = server.data.db.counters();
    const { text, headers } = await people.admin.get('/view/board');
    const now = server.data.db.counters();
    assert.match(headers.get('server-timing') ?? '', /sql;desc="1 statements"/);
    assert.ok(now.roundTrips - before.roundTrips <= 1, JSON.stringify({ before, now }));
    const cards = cardsOf(text);
    assert.deepEqual(
      Object.values(cards).map(({ length }) => length),
      Array(8).fill(20),
    );
    assert.match(text, /1250/);
    const assets = [...text.matchAll(/<(?:link[^>]*rel="stylesheet"[^>]*href|script[^>]*src)="([^"]+)"/g)].map(
      ([, url]) => url,
    );
    assert.ok(assets.some((url) => url.includes('board/board.css')));
    let bytes = brotliCompressSync(text).length;
    for (const url of assets) bytes += brotliCompressSync((await people.admin.get(url)).text).length;
    assert.ok(bytes <= 60 * 1024, `${bytes} bytes with styles and scripts`);
    assert.ok(Buffer.byteLength(text) <= 120 * 1024, `${Buffer.byteLength(text)} bytes of HTML`);
    if (process.env.SHOW) console.log({ compressed: bytes, html: Buffer.byteLength(text) });
    // The rest of a column, by its cursor.
    const [, more] = /class="pl-board-more" href="([^"]+)"/.exec(text) ?? [];
    const rest = await people.staff.get(more.replaceAll('&amp;', '&'));
    assert.deepEqual(cardsOf(rest.text), {});
    assert.equal(rest.text.match(/<li class="pl-board-card"/g)?.length, 20);
    const asked = COLUMNS.map((name) => cards[name]).flat();
    for (const [, id] of rest.text.matchAll(/data-key="(\d+)"/g)) assert.ok(!asked.includes(Number(id)), id);
  });

  it('stores a drop with one write, between the cards that it was dropped between', async () => {
    await fill(4);
    assert.equal((await move(4, { column: 'a', above: '1', below: '2' })).status, 200);
    assert.deepEqual(await order('a'), [1, 4, 2, 3]);
    const ranks = await psql('select id, board_order from app.tasks order by id');
    await move(3, { column: 'a', below: '1' });
    assert.deepEqual(await order('a'), [3, 1, 4, 2]);
    const then = await psql('select id, board_order from app.tasks order by id');
    assert.deepEqual(
      then.filter((/** @type {any} */ row, /** @type {number} */ i) => row.board_order !== ranks[i].board_order).length,
      1,
    );
    await move(3, { column: 'b' });
    assert.deepEqual([await order('a'), await order('b')], [[1, 4, 2], [3]]);
  });

  it('is cached until a card moves, and shows everyone their own writes', async () => {
    await fill(3);
    const before = cardsOf((await people.staff.get('/view/by_team')).text);
    assert.deepEqual(before[''], [1, 2, 3]);
    await people.staff.get('/view/board');
    const hits = () => server.runtime.pages?.counts().hits ?? 0;
    const first = hits();
    assert.deepEqual(cardsOf((await people.staff.get('/view/board')).text).a, [1, 2, 3]);
    assert.equal(hits(), first + 1);
    await move(3, { column: 'a', below: '1' });
    assert.deepEqual(cardsOf((await people.staff.get('/view/board')).text).a, [3, 1, 2]);
    assert.deepEqual(cardsOf((await people.user.get('/view/by_team')).text)[''], [3, 1, 2]);
  });

  it('inside the view of another row shows that row’s cards, and new ones belong to it', async () => {
    const embed = { id: 'e', type: 'embed', settings: { view: 'board', relation: 'child', child: 'tasks.team' } };
    const config = { layout: { id: 'root', type: 'stack', children: [embed] } };
    await edit('add-view', {
      view: { name: 'team', label: 'Team', template: 'show', table: 'teams', roles: ['user'], config },
    });
    await psql(`insert into app.teams (name) values ('One'), ('Two')`);
    await psql(`insert into app.tasks (title, status, team) values ('x', 'a', 1), ('y', 'a', 2)`);
    const { text } = await people.staff.get('/view/team?id=2');
    assert.deepEqual(cardsOf(text).a, [2]);
    await people.staff.submit('/view/team?id=2', { title: 'new', column: 'c' }, { action: '/view/board/act' });
    assert.deepEqual(await psql(`select status, team::int from app.tasks where title = 'new'`), [
      { status: 'c', team: 2 },
    ]);
    await edit('remove-view', { view: 'team' });
  });

  it('spreads cards of the same rank apart, and as far as the rights go', async () => {
    await fill(6);
    await psql('update app.tasks set board_order = 7');
    assert.equal((await move(6, { column: 'a', above: '2', below: '3' })).status, 200);
    assert.deepEqual(await order('a'), [1, 2, 6, 3, 4, 5]);
    await psql('update app.tasks set board_order = 7');
    const { id } = people.user.user;
    await psql(`update app.tasks set who = '${id}' where id = 6`);
    assert.equal((await move(6, { column: 'a', above: '2', below: '3' }, 'user')).status, 200);
    assert.equal((await order('a')).length, 6);
    assert.deepEqual(
      (await psql(`select count(*)::int as n from app.tasks where board_order = 7 and id <> 6`))[0].n,
      5,
    );
  });

  it('keeps both of two cards that are dropped at one place at once', async () => {
    await fill(20);
    const answers = await Promise.all(
      [10, 11, 12, 13, 14].map((id) => move(id, { column: 'a', above: '1', below: '2' })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    const now = await order('a');
    assert.deepEqual([now.length, now[0], now[6]], [20, 1, 2]);
    assert.deepEqual(now.slice(1, 6).sort(), [10, 11, 12, 13, 14]);
  });

  it('takes neighbours that moved meanwhile for none', async () => {
    await fill(3);
    await fill(2, 'b');
    assert.equal((await move(1, { column: 'b', above: '3', below: '99' })).status, 200);
    assert.deepEqual(await order('b'), [4, 5, 1]);
    for (const above of ['x', '-1', '', '1e9', '9'.repeat(30)])
      assert.equal((await move(2, { column: 'b', above })).status, 200, above);
    assert.equal((await move(2, { column: 'b', above: '2', below: '2' })).status, 200, 'beside itself');
  });

  it('refuses columns that are gone or never were', async () => {
    await fill(1, 'b');
    assert.match((await people.staff.get('/view/board')).text, /data-column="h"/);
    const fewer = { attributes: options(COLUMNS.slice(0, 7)) };
    await edit('change-field', { table: 'tasks', field: 'status', changes: fewer });
    const answer = await move(1, { column: 'h' });
    assert.equal(answer.status, 422);
    assert.match(JSON.stringify(answer.json()), /Status/);
    assert.equal((await act('staff', { node: 'add', title: 'late', column: 'h' })).status, 422);
    assert.deepEqual(await order('b'), [1]);
    for (const column of ['99', 'x', '-1', "'"]) {
      const none = await move(1, { column }, 'staff', 'by_team');
      assert.equal(none.status, 422, column);
      assert.ok(none.json().title);
    }
    await edit('change-field', { table: 'tasks', field: 'status', changes: { attributes: options(COLUMNS) } });
  });

  it('says so where a relation has more rows than can be columns', async () => {
    await psql(`insert into app.teams (name) select 'Team ' || lpad(i::text, 3, '0') from generate_series(1, 500) i`);
    await psql(`insert into app.tasks (title, team) select 'Task ' || i, i from generate_series(1, 500) i`);
    const { text } = await people.staff.get('/view/by_team');
    assert.match(text, /There are more than 50 columns or swimlanes/);
    assert.equal(text.match(/class="pl-board-column"/g)?.length, 50);
    assert.match(text, /Team 050/);
    assert.doesNotMatch(text, /Team 051/);
  });

  it('has columns by person, with lanes, and one for nobody', async () => {
    const { id } = people.staff.user;
    await psql(
      `insert into app.tasks (title, status, who) values ('x', 'a', '${id}'), ('y', 'b', null), ('z', null, null)`,
    );
    const { text } = await people.staff.get('/view/by_who');
    assert.deepEqual(
      [...text.matchAll(/<summary class="pl-board-lane-head"><h2 class="h3">([^<]*)/g)].map(([, lane]) => lane),
      ['No Status', 'Column a', 'Column b'],
    );
    assert.match(text, new RegExp(`data-key="a/${id}"`));
    assert.equal((await move(2, { column: id, lane: 'c' }, 'staff', 'by_who')).status, 200);
    assert.deepEqual(await psql('select status, who from app.tasks where id = 2'), [{ status: 'c', who: id }]);
  });

  it('Z1: moves, adds and shows no more than the rights allow', async () => {
    await fill(2);
    assert.doesNotMatch((await people.user.get('/view/board')).text, /data-move|class="pl-board-add"/);
    assert.equal((await move(1, { column: 'b' }, 'user')).status, 403);
    assert.equal((await act('user', { node: 'add', title: 'mine', column: 'a' })).status, 403);
    assert.ok([401, 404].includes((await move(1, { column: 'b' }, 'public')).status));
    assert.deepEqual(await order('a'), [1, 2]);
    await edit('change-field', {
      table: 'tasks',
      field: 'status',
      changes: { access: { read: ['staff'], write: ['staff'] } },
    });
    const { text } = await people.user.get('/view/board');
    assert.match(text, /You don’t have access to “Status”/);
    assert.doesNotMatch(text, /Task 1|Column a/);
    await psql(`update app.tasks set who = '${people.user.user.id}'`);
    assert.notEqual((await move(1, { column: 'b' }, 'user')).status, 200);
    assert.deepEqual(await order('a'), [1, 2]);
    await edit('change-field', { table: 'tasks', field: 'status', changes: { access: { read: null, write: null } } });
  });

  it('Z5: moves only rows that the view shows, and only the fields of the board', async () => {
    await fill(2);
    await edit('change-view', {
      view: 'board',
      changes: {
        config: {
          ...server.data.catalog().view('board').config,
          filter: { field: 'title', op: 'ne', value: 'Task 1' },
        },
      },
    });
    assert.equal((await move(1, { column: 'b' })).status, 404);
    assert.equal((await move(2, { column: 'b', title: 'changed', points: '9', node: 'nothing' })).status, 404);
    assert.equal((await move(2, { column: 'b', title: 'changed', points: '9' })).status, 200);
    assert.deepEqual(await psql('select title, points from app.tasks where id = 2'), [
      { title: 'Task 2', points: null },
    ]);
  });
});
